import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

ITEMS = (
    "Archery for all", "Brass band", "Cake table opens", "Dance of the children", "Experiments", "Fire drill",
    "Guided tour", "History of the house", "Juggling", "Prize draw", "Quiz", "Songs of the choir", "Speech",
    "Tug of war",
)  # fmt: skip
PLACES = ("school", "library", "museum", "workshop", "farm")


@dataclass(frozen=True)
class Item:
    title: str
    minutes: int


@dataclass(frozen=True)
class Facts:
    place: str
    items: tuple[Item, ...]
    """In the order of the programme."""
    others: tuple[Item, ...]
    """Those of the sheet that are not in the programme."""
    begins: int
    """Minutes after midnight."""
    pause: int
    break_before: int

    @property
    def file(self) -> str:
        return f"{self.place}-items.xlsx"

    @property
    def programme(self) -> str:
        return f"{self.place}-programme.docx"

    @property
    def last(self) -> int:
        return len(self.items)

    @property
    def start(self) -> str:
        return clock(self.begins)

    @property
    def after_break(self) -> str:
        return self.items[self.break_before].title

    @property
    def times(self) -> list[str]:
        return times(self)


def times(facts: Facts, *, pause: bool = True) -> list[str]:
    """When each item begins, with the break or without it."""
    result, now = [], facts.begins
    for place, item in enumerate(facts.items):
        if pause and place == facts.break_before:
            now += facts.pause
        result.append(clock(now))
        now += item.minutes
    return result


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def facts(rng: Random) -> Facts:
    """No item or break is so long that the programme does not end on the same day."""
    titles = rng.sample(ITEMS, 11)
    items = [Item(title, rng.choice((10, 15, 20, 25, 35, 40, 45, 50))) for title in titles]
    count = 8
    return Facts(
        place=rng.choice(PLACES),
        items=tuple(items[:count]),
        others=tuple(items[count:]),
        begins=rng.randrange(9 * 60 + 5, 11 * 60, 5),
        pause=rng.choice((15, 20, 30)),
        break_before=rng.randint(3, 5),
    )


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Items"
    sheet.append(["Item", "Minutes"])
    for item in sorted((*facts.items, *facts.others), key=lambda item: item.title):
        sheet.append([item.title, item.minutes])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("AB", (26, 10), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def gaps(facts: Facts) -> list[str]:
    return [f"[TIME {number}]" for number in range(1, facts.last + 1)]


def lines(facts: Facts, words: list[str]) -> list[str]:
    """The programme's texts with these times."""
    return [
        f"Open day of the {facts.place}",
        "Everybody is welcome, children with their parents.",
        *(f"{word}  {item.title}" for word, item in zip(words, facts.items, strict=True)),
        "Coffee and tea all day long. The gate closes at 19:00.",
    ]


def files(facts: Facts, folder: Path) -> None:
    (folder / "items.xlsx").write_bytes(workbook(facts))
    document = docx.Document()
    for text in lines(facts, gaps(facts)):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "programme.docx").write_bytes(reproducible_zip(out.getvalue()))
