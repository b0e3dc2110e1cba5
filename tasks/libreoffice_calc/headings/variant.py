import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl

from testbed.tasks import reproducible_zip

SHEETS = ("Spring", "Summer", "Autumn", "Winter")
COLUMNS = ("Plant", "Bed", "Sown", "Harvested", "Weight", "Seeds left", "Neighbour", "Note")
PLANTS = (
    "beans",
    "beetroot",
    "carrots",
    "chard",
    "fennel",
    "kale",
    "leeks",
    "lettuce",
    "onions",
    "peas",
    "radish",
)


@dataclass(frozen=True)
class Table:
    title: str
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True)
class Facts:
    year: int
    sheet: str
    heading_row: int
    columns: tuple[str, ...]
    tables: tuple[Table, ...]
    """One for each sheet."""

    @property
    def file(self) -> str:
        return f"garden-{self.year}.xlsx"

    @property
    def headings(self) -> str:
        """The cells with the headings."""
        return f"A{self.heading_row}:{'ABCDEFGH'[len(self.columns) - 1]}{self.heading_row}"


def facts(rng: Random) -> Facts:
    columns = ("Plant", *rng.sample(COLUMNS[1:], rng.randint(3, 6)))
    tables = tuple(_table(rng, f"{sheet} in the garden", len(columns)) for sheet in SHEETS)
    return Facts(rng.randint(2020, 2027), rng.choice(SHEETS[1:]), rng.randint(3, 6), columns, tables)


def _table(rng: Random, title: str, width: int) -> Table:
    plants = rng.sample(PLANTS, rng.randint(4, 7))
    return Table(title, tuple((plant, *(rng.randint(1, 60) for _ in range(width - 1))) for plant in plants))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, table in zip(SHEETS, facts.tables, strict=True):
        sheet = book.create_sheet(name)
        sheet["A1"] = table.title
        for place, row in enumerate([facts.columns, *table.rows], start=facts.heading_row):
            for column, value in enumerate(row, start=1):
                sheet.cell(place, column, value)
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "tables.xlsx").write_bytes(workbook(facts))
