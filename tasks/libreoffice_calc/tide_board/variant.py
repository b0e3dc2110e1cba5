import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from checkers.workbook_model import cell_name
from testbed.tasks import reproducible_zip

HARBOURS = (
    "Ardmuir",
    "Belhaven",
    "Cove",
    "Dunster",
    "Eastness",
    "Fairlie",
    "Garron",
    "Holm",
    "Inver",
    "Kinloch",
)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True)
class Facts:
    number: int
    """That of the week."""
    harbours: tuple[str, ...]
    levels: tuple[tuple[float, ...], ...]
    """The high waters, in metres, by harbour and day."""
    before: tuple[tuple[float, ...], ...]
    """Those of the week before."""
    row: int
    column: int

    @property
    def file(self) -> str:
        return "tides.xlsx"

    @property
    def count(self) -> int:
        return len(self.harbours)

    @property
    def week(self) -> str:
        return f"Week {self.number}"

    @property
    def earlier(self) -> str:
        return f"Week {self.number - 1}"

    @property
    def corner(self) -> str:
        return cell_name(self.row, self.column)

    @property
    def source(self) -> str:
        """The cells of the table; its title stands above it."""
        return f"A3:{cell_name(3 + self.count, 8)}"

    @property
    def table(self) -> list[list[str | float]]:
        return rows(self.harbours, self.levels)


def facts(rng: Random) -> Facts:
    count = rng.randint(4, 7)
    levels, before = (
        tuple(tuple(rng.randint(180, 620) / 100 for _ in DAYS) for _ in range(count)) for _ in range(2)
    )
    return Facts(
        rng.randint(2, 52),
        tuple(rng.sample(HARBOURS, count)),
        levels,
        before,
        rng.randint(3, 5),
        rng.randint(1, 3),
    )


def rows(harbours: tuple[str, ...], levels: tuple[tuple[float, ...], ...]) -> list[list[str | float]]:
    return [["Harbour", *DAYS], *([name, *line] for name, line in zip(harbours, levels, strict=True))]


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, levels in ((facts.week, facts.levels), (facts.earlier, facts.before)):
        sheet = book.create_sheet(name)
        sheet["A1"] = f"High waters of {name.lower()}, in metres"
        for row, line in enumerate(rows(facts.harbours, levels), start=3):
            for column, value in enumerate(line, start=1):
                cell = sheet.cell(row, column, value)
                cell.number_format = "0.00" if isinstance(value, float) else "General"
        for cell in sheet[3]:
            cell.font = Font(bold=True)
        sheet.column_dimensions["A"].width = 14
    board = book.create_sheet("Board")
    board["A1"] = "Board on the quay"
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "tides.xlsx").write_bytes(workbook(facts))
