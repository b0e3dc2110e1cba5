import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

WATERS = ("Alder Canal", "Bittern Lake", "Crane River", "Dune Harbour", "Eel Weir")
CREWS = (
    "Argo",
    "Beluga",
    "Corsair",
    "Dolphin",
    "Esprit",
    "Fulmar",
    "Gannet",
    "Halcyon",
    "Ibis",
    "Juno",
    "Kestrel",
    "Lark",
)
CLASSES = tuple(
    f"{who} {boat}" for who in ("Women", "Men", "Mixed", "Juniors") for boat in ("doubles", "fours")
)


@dataclass(frozen=True)
class Result:
    group: str
    crew: str
    seconds: int

    @property
    def time(self) -> str:
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True)
class Facts:
    water: str
    year: int
    wanted: str
    """The class; nobody rowed in it in that year."""
    results: tuple[Result, ...]
    former: tuple[Result, ...]
    """Those of the year before, when some did."""

    @property
    def file(self) -> str:
        return f"results-{self.water.split()[0].lower()}.xlsx"

    @property
    def report(self) -> str:
        return f"regatta-{self.year}.docx"

    @property
    def winner_before(self) -> Result:
        return winner(self.former, self.wanted)

    @property
    def winner_beside(self) -> Result:
        """The winner of the class of that year whose name is most like it."""
        return winner(self.results, beside(self.wanted))


def winner(results: Sequence[Result], group: str) -> Result:
    return min((each for each in results if each.group == group), key=lambda each: each.seconds)


def beside(group: str) -> str:
    who, boat = group.split()
    return f"{who} {'fours' if boat == 'doubles' else 'doubles'}"


def facts(rng: Random) -> Facts:
    wanted = rng.choice(CLASSES)
    others = rng.sample([each for each in CLASSES if each not in (wanted, beside(wanted))], 3)
    this_year = _results(rng, [beside(wanted), *others])
    return Facts(
        rng.choice(WATERS), rng.randint(2024, 2029), wanted, this_year, _results(rng, [wanted, *others])
    )


def _results(rng: Random, groups: Sequence[str]) -> tuple[Result, ...]:
    """In each class three crews, in any order."""
    crews = rng.sample(CREWS, 3 * len(groups))
    seconds = rng.sample(range(200, 560), len(crews))
    rows = [
        Result(groups[place % len(groups)], *row)
        for place, row in enumerate(zip(crews, seconds, strict=True))
    ]
    rng.shuffle(rows)
    return tuple(rows)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for year, results in ((facts.year, facts.results), (facts.year - 1, facts.former)):
        sheet = book.create_sheet(str(year))
        sheet.append(["Class", "Crew", "Time"])
        for result in results:
            sheet.append([result.group, result.crew, result.time])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter in "ABC":
            sheet.column_dimensions[letter].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def lines(facts: Facts) -> list[str]:
    return [
        f"The regatta on {facts.water}",
        f"In {facts.year} the class {facts.wanted} was won by the crew of [CREW], in [TIME].",
        "The water was low and the wind light; nobody had to swim.",
    ]


def document(facts: Facts) -> bytes:
    made = docx.Document()
    for text in lines(facts):
        made.add_paragraph(text)
    out = io.BytesIO()
    made.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "results.xlsx").write_bytes(workbook(facts))
    (folder / "text.docx").write_bytes(document(facts))
