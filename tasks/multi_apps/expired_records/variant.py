import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

KINDS = ("Contract", "Invoice", "Letter", "Minutes", "Receipt")
PARTNERS = (
    "baker",
    "bank",
    "brewery",
    "council",
    "dairy",
    "florist",
    "insurer",
    "joiner",
    "printer",
    "school",
)
TO_SHRED = "to-shred"


@dataclass(frozen=True)
class Paper:
    number: int
    kind: str
    partner: str
    year: int
    keep: bool

    @property
    def file(self) -> str:
        return f"{self.number:03}-{self.partner}.txt"

    @property
    def content(self) -> bytes:
        return f"{self.kind} no. {self.number}\nOur club and the {self.partner}, {self.year}\n".encode()


@dataclass(frozen=True)
class Facts:
    club: str
    year: int
    years: tuple[int, ...]
    """For so many years each of the kinds is kept."""
    papers: tuple[Paper, ...]

    @property
    def file(self) -> str:
        return f"{self.club}-records.xlsx"

    def last_kept(self, paper: Paper) -> int:
        """The last year in which it must be there."""
        return paper.year + self.years[KINDS.index(paper.kind)]

    def files(self, chosen: Callable[[Paper], bool]) -> list[str]:
        return [paper.file for paper in self.papers if chosen(paper)]

    @property
    def expired(self) -> list[str]:
        """The files that may go."""
        return self.files(lambda paper: self.last_kept(paper) < self.year and not paper.keep)


def facts(rng: Random) -> Facts:
    """Some papers are in their last year, and one that is long over has a remark."""
    year = rng.randint(2026, 2031)
    years = tuple(rng.sample((2, 3, 5, 6, 8, 10), len(KINDS)))
    ages = [0, 0, 1, 1, *(rng.randint(2, 6) for _ in range(2)), *(-rng.randint(1, 2) for _ in range(4))]
    rng.shuffle(ages)
    kept = rng.choice([place for place, age in enumerate(ages) if age > 1])
    numbers = sorted(rng.sample(range(1, 400), len(ages)))
    papers = []
    for place, (number, age) in enumerate(zip(numbers, ages, strict=True)):
        kind = rng.randrange(len(KINDS))
        papers.append(
            Paper(number, KINDS[kind], rng.choice(PARTNERS), year - years[kind] - age, place == kept)
        )
    return Facts(rng.choice(("angling", "chess", "garden", "hiking", "theatre")), year, years, tuple(papers))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    records = book.active
    assert records is not None
    records.title = "Records"
    records.append(["File", "Kind", "Year", "Remark"])
    for paper in facts.papers:
        records.append([paper.file, paper.kind, paper.year, "keep" if paper.keep else None])
    rules = book.create_sheet("Rules")
    rules.append(["Kind", "Years"])
    for row in zip(KINDS, facts.years, strict=True):
        rules.append(list(row))
    for sheet in (records, rules):
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCD", (22, 12, 9, 10), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "records.xlsx").write_bytes(workbook(facts))
    (folder / "Records" / TO_SHRED).mkdir(parents=True)
    (folder / "Records" / TO_SHRED / "README.txt").write_text("Goes to the shredder on Friday.\n")
    for paper in facts.papers:
        (folder / "Records" / paper.file).write_bytes(paper.content)
