import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

NAMES = (
    "Abbas",
    "Bruun",
    "Cole",
    "Dietz",
    "Esposito",
    "Falk",
    "Gill",
    "Holm",
    "Ilic",
    "Jonas",
    "Kemp",
    "Lund",
)
WORKS = ("brakes", "chain", "new tyre", "lamp", "gears", "saddle", "spokes", "mudguard", "pedals", "bell")
SHOPS = ("north", "south", "east", "west", "station")
COLUMNS = ("Number", "Customer", "Work", "Came in", "Finished")


@dataclass(frozen=True)
class Repair:
    number: int
    customer: str
    work: str
    came: date
    finished: date | None

    @property
    def row(self) -> tuple[int, str, str, date, date | None]:
        return self.number, self.customer, self.work, self.came, self.finished


@dataclass(frozen=True)
class Facts:
    shop: str
    listed: tuple[Repair, ...]
    """Those of the sheet Open."""
    done: tuple[Repair, ...]

    @property
    def file(self) -> str:
        return f"repairs-{self.shop}.xlsx"

    @property
    def finished(self) -> list[Repair]:
        return [each for each in self.listed if each.finished]

    @property
    def open(self) -> list[Repair]:
        return [each for each in self.listed if not each.finished]


def facts(rng: Random) -> Facts:
    day = date(rng.randint(2026, 2028), rng.randint(2, 10), 1)
    number = rng.randint(200, 700)
    done, listed = [], []
    for place in range(rng.randint(4, 5)):
        done.append(_repair(rng, number + place, day + timedelta(days=place), finished=True))
    number, count = number + len(done), rng.randint(9, 10)
    finished = rng.sample(range(count - 1), 4)
    for place in range(count):
        listed.append(
            _repair(rng, number + place, day + timedelta(days=6 + place), finished=place in finished)
        )
    return Facts(rng.choice(SHOPS), tuple(listed), tuple(done))


def _repair(rng: Random, number: int, came: date, *, finished: bool) -> Repair:
    ended = came + timedelta(days=rng.randint(1, 6)) if finished else None
    return Repair(number, rng.choice(NAMES), rng.choice(WORKS), came, ended)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, repairs in (("Open", facts.listed), ("Done", facts.done)):
        sheet = book.create_sheet(name)
        sheet.append(list(COLUMNS))
        for repair in repairs:
            sheet.append(list(repair.row))
            for column in (4, 5):
                sheet.cell(sheet.max_row, column).number_format = "yyyy-mm-dd"
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCDE", (9, 14, 14, 13, 13), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "repairs.xlsx").write_bytes(workbook(facts))
