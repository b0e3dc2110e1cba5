import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

ITEMS = (
    "Bandages", "Candles", "Dried apples", "Flour", "Honey", "Kettles", "Lamp oil", "Matches", "Noodles", "Oats",
    "Pegs", "Rope", "Salt", "Tea", "Water bags",
)  # fmt: skip
NAMES = ("Ines", "Marek", "Olga", "Piotr", "Ruth", "Sven")
TRIPS = ("canoe trip", "summer camp", "hike", "sailing week", "night walk")


@dataclass(frozen=True)
class Wish:
    item: str
    count: int
    struck: bool = False

    @property
    def line(self) -> str:
        return f"{'- ' if self.struck else ''}{self.count} x {self.item}"


@dataclass(frozen=True)
class Facts:
    name: str
    trip: str
    stages: tuple[tuple[Wish, ...], ...]
    """The list at first, later, and finished."""

    @property
    def file(self) -> str:
        return f"{self.trip.replace(' ', '-')}.xlsx"

    @property
    def wishes(self) -> list[Wish]:
        return [wish for wish in self.stages[-1] if not wish.struck]

    def text(self, stage: int) -> str:
        end = ["DONE"] if stage == len(self.stages) - 1 else []
        lines = [f"Shopping for the {self.trip}", "", *(wish.line for wish in self.stages[stage]), *end]
        return "\n".join([*lines, ""])


def facts(rng: Random) -> Facts:
    """The second stage has two more items; the last strikes one out, changes a number and adds an item."""
    items = rng.sample(ITEMS, 8)
    counts = rng.sample(range(2, 40), 9)
    first = [Wish(item, count) for item, count in zip(items[:5], counts, strict=False)]
    second = [*first, *(Wish(item, count) for item, count in zip(items[5:7], counts[5:], strict=False))]
    struck, changed = rng.sample(range(len(second)), 2)
    last = [*second, Wish(items[7], counts[7])]
    last[struck] = Wish(last[struck].item, last[struck].count, struck=True)
    last[changed] = Wish(last[changed].item, counts[8])
    return Facts(rng.choice(NAMES), rng.choice(TRIPS), (tuple(first), tuple(second), tuple(last)))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Shopping"
    sheet.append(["Item", "Count", "Bought by"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABC":
        sheet.column_dimensions[letter].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def rows(wishes: Sequence[Wish]) -> tuple[list[str], list[int]]:
    """The columns of a list."""
    return [wish.item for wish in wishes], [wish.count for wish in wishes]


def files(facts: Facts, folder: Path) -> None:
    (folder / "shopping.xlsx").write_bytes(workbook(facts))
    for stage, name in enumerate(("early", "later", "finished")):
        (folder / f"{name}.txt").write_text(facts.text(stage))
