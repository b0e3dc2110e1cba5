import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

FAMILIES = (
    "Adler", "Bosch", "Cerny", "Dorn", "Ebert", "Farkas", "Grau", "Hertz", "Imhof", "Jensen", "Kramer", "Loos", "Marek",
    "Nagel",
)  # fmt: skip
FIRST = ("Alma", "Bert", "Cora", "Dirk", "Edda", "Fritz", "Gesa", "Horst", "Irma", "Jost")
CLUBS = ("choir", "rowing club", "chess club", "hiking club", "garden club")
DOUBLED = 3


@dataclass(frozen=True)
class Row:
    first: str
    family: str
    phone: str
    note: str


@dataclass(frozen=True)
class Facts:
    club: str
    rows: tuple[Row, ...]
    right: tuple[int, ...]
    """The places of the rows with the right numbers of those who are listed twice."""
    wrong: tuple[int, ...]

    @property
    def file(self) -> str:
        return f"{self.club.replace(' ', '-')}-members.xlsx"

    @property
    def names(self) -> list[str]:
        return [self.rows[place].family for place in self.right]

    @property
    def ends(self) -> list[str]:
        return [self.rows[place].phone[-3:] for place in self.right]

    @property
    def first_name(self) -> str:
        return self.names[0]

    @property
    def first_end(self) -> str:
        return self.ends[0]

    @property
    def second_name(self) -> str:
        return self.names[1]

    @property
    def second_end(self) -> str:
        return self.ends[1]

    @property
    def third_name(self) -> str:
        return self.names[2]

    @property
    def third_end(self) -> str:
        return self.ends[2]


def facts(rng: Random) -> Facts:
    """Two members have the same first name; some who are listed once have a note."""
    families = rng.sample(FAMILIES, 8)
    members = [(rng.choice(FIRST), family) for family in families]
    listed = members + members[:DOUBLED]
    ends = rng.sample(range(100, 999), len(listed))
    rows = [
        Row(first, family, f"555 {rng.randint(100, 999)} {end}", "")
        for (first, family), end in zip(listed, ends, strict=True)
    ]
    rows[5] = Row(rows[5].first, rows[5].family, rows[5].phone, "old member")
    rows[6] = Row(rows[6].first, rows[6].family, rows[6].phone, "new since May")
    order = rng.sample(range(len(rows)), len(rows))
    pairs = [[order.index(place), order.index(place + len(members))] for place in range(DOUBLED)]
    for pair in pairs:
        rng.shuffle(pair)
    return Facts(
        rng.choice(CLUBS),
        tuple(rows[place] for place in order),
        tuple(right for right, _ in pairs),
        tuple(wrong for _, wrong in pairs),
    )


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Members"
    sheet.append(["First name", "Family name", "Telephone", "Note"])
    for row in facts.rows:
        sheet.append([row.first, row.family, row.phone, row.note or None])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABCD":
        sheet.column_dimensions[letter].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "members.xlsx").write_bytes(workbook(facts))
