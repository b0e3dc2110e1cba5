import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

GOODS = (
    "barley bread", "butter", "buttermilk", "carrots", "cider", "cream", "eggs", "flour", "goat cheese", "honey",
    "jam", "kale", "leeks", "lentils", "mustard", "oats", "onions", "pears", "plums", "potatoes", "quark", "rye bread",
    "sausage", "spelt", "vinegar", "walnuts", "wool", "yoghurt",
)  # fmt: skip
FIRST = 3
"""The row of the first item; the headings are above it."""


@dataclass(frozen=True)
class Item:
    name: str
    cents: int

    @property
    def price(self) -> float:
        return self.cents / 100


@dataclass(frozen=True)
class Facts:
    shop: str
    month: str
    branch: str
    draft: str
    now: tuple[Item, ...]
    later: tuple[Item, ...]
    drafted: tuple[Item, ...]
    """The prices on the third branch."""
    shown: tuple[str, ...]
    """The items at the counter."""

    @property
    def file(self) -> str:
        return "counter.xlsx"

    @property
    def updates(self) -> dict[str, float | str]:
        """What belongs into which cell."""
        return updates(self.shown, self.now, self.later)


def updates(shown: tuple[str, ...], now: tuple[Item, ...], later: tuple[Item, ...]) -> dict[str, float | str]:
    before = {item.name: item for item in now}
    after = {item.name: item for item in later}
    cells: dict[str, float | str] = {}
    for row, name in enumerate(shown, start=FIRST):
        if name not in after:
            cells[f"C{row}"] = "ended"
        elif after[name] != before[name]:
            cells[f"B{row}"] = after[name].price
    return cells


def facts(rng: Random) -> Facts:
    names = sorted(rng.sample(GOODS, 22))
    now = tuple(Item(name, 5 * rng.randint(16, 190)) for name in names)
    changed = rng.sample(names, 12)
    ended = tuple(rng.sample([name for name in names if name not in changed], 4))
    unchanged = [name for name in names if name not in changed and name not in ended]
    shown = [*changed[:7], *ended[:2], *unchanged[:4]]
    rng.shuffle(shown)
    year = rng.randint(2024, 2029)
    month = rng.choice(("March", "May", "July", "September"))
    branch = f"{month.lower()}-{year}"
    return Facts(
        shop=rng.choice(("farm shop", "village shop", "cooperative", "market stall")),
        month=month,
        branch=branch,
        draft=f"{branch}-draft",
        now=now,
        later=_changed(rng, now, changed, ended),
        drafted=_changed(rng, now, changed[3:], ended[1:]),
        shown=tuple(shown),
    )


def _changed(
    rng: Random, items: tuple[Item, ...], changed: list[str], ended: tuple[str, ...]
) -> tuple[Item, ...]:
    return tuple(
        Item(item.name, item.cents + 5 * rng.randint(1, 12)) if item.name in changed else item
        for item in items
        if item.name not in ended
    )


def prices(items: tuple[Item, ...]) -> str:
    return "".join(f"{item.name}: {item.price:.2f}\n" for item in items)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Counter"
    sheet["A1"] = f"At the counter of the {facts.shop}"
    present = {item.name: item for item in facts.now}
    for letter, title in zip("ABC", ("Item", "Price", "Note"), strict=True):
        sheet[f"{letter}2"] = title
        sheet[f"{letter}2"].font = Font(bold=True)
        sheet.column_dimensions[letter].width = 16
    for row, name in enumerate(facts.shown, start=FIRST):
        sheet[f"A{row}"], sheet[f"B{row}"] = name, present[name].price
        sheet[f"B{row}"].number_format = "0.00"
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "counter.xlsx").write_bytes(workbook(facts))
    (folder / "prices").mkdir()
    for name, items in (
        ("prices", facts.now),
        (facts.branch, facts.later),
        (facts.draft, facts.drafted),
    ):
        (folder / "prices" / f"{name}.txt").write_text(prices(items))
