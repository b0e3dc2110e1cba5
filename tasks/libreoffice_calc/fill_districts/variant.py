import io
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

DISTRICTS = ("Harbour", "Old Town", "Mill Hill", "Riverside", "Station", "Northgate", "Castle", "Meadows")
NAMES = (
    "Alder", "Baumann", "Costa", "Dvorak", "Eriksen", "Fontana", "Grau", "Hoxha", "Ivanova", "Jansen", "Keller",
    "Lindqvist", "Moreau", "Novak", "Okafor", "Petrov", "Quist", "Romano", "Sato", "Toth", "Urban", "Varga",
)  # fmt: skip
CLUBS = ("rowing", "chess", "garden", "hiking", "choir", "theatre")


@dataclass(frozen=True)
class Member:
    district: str
    name: str
    phone: str
    fee: int


@dataclass(frozen=True)
class Facts:
    club: str
    members: tuple[Member, ...]

    @property
    def file(self) -> str:
        return f"{self.club}-members.xlsx"

    @property
    def groups(self) -> list[tuple[int, int]]:
        """The first and the last row of each district's members, from 1; row 1 is the heading."""
        rows = [
            row for row in range(2, len(self.members) + 2) if self.district(row) != self.district(row - 1)
        ]
        return [
            (first, after - 1) for first, after in zip(rows, [*rows[1:], len(self.members) + 2], strict=True)
        ]

    def district(self, row: int) -> str:
        return self.members[row - 2].district if row > 1 else ""


def facts(rng: Random) -> Facts:
    names = rng.sample(NAMES, len(NAMES))
    districts = rng.sample(DISTRICTS, rng.randint(3, 5))
    members = [
        _member(rng, district, names.pop()) for district in districts for _ in range(rng.randint(2, 4))
    ]
    members[0], members[-1] = replace(members[0], phone="0300 5550"), replace(members[-1], phone="")
    return Facts(rng.choice(CLUBS), tuple(members))


def _member(rng: Random, district: str, name: str) -> Member:
    phone = f"0{rng.randint(200, 999)} {rng.randint(1000, 9999)}" if rng.random() < 0.7 else ""
    return Member(district, name, phone, rng.randrange(20, 80, 5))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Members"
    sheet.append(["District", "Name", "Phone", "Fee"])
    first_rows = {first for first, _ in facts.groups}
    for row, member in enumerate(facts.members, start=2):
        district = member.district if row in first_rows else None
        sheet.append([district, member.name, member.phone or None, member.fee])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("ABCD", (14, 16, 14, 8), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "members.xlsx").write_bytes(workbook(facts))
