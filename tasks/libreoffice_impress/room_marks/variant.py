"""Slides of an inspection: a room on each, with a box for its mark and notes on what was found."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

HOUSES = ("boarding school", "town hall", "concert hall", "youth hostel", "care home", "sports centre")
ROOMS = (
    "Boiler room", "Kitchen", "Archive", "Cloakroom", "Workshop", "Laundry", "Common room", "Attic", "Bicycle cellar",
    "Stage",
)  # fmt: skip
COLOURS = (0x1B9E77, 0xD95F02, 0x7570B3, 0xE7298A, 0x66A61E, 0xE6AB02, 0xA6761D, 0x377EB8)
CLEAN = ("Nothing found.", "No fault, as last year.")
MENDED = (
    "Two faults found, both mended on the spot.",
    "The door did not close; the caretaker has mended it since.",
    "One lamp was out. It was changed while we were there.",
)
OPEN = (
    "Two faults found, of which one was mended on the spot.",
    "The door does not close. A spare part is ordered.",
    "One lamp is out; the new one did not light either.",
)
COUNT = 6


@dataclass(frozen=True)
class Room:
    name: str
    notes: str
    had_fault: bool
    passed: bool


@dataclass(frozen=True)
class Facts:
    house: str
    year: int
    rooms: tuple[Room, ...]
    pass_colour: int
    fail_colour: int

    @property
    def file(self) -> str:
        return f"inspection-{self.year}.pptx"

    @property
    def pass_code(self) -> str:
        return f"#{self.pass_colour:06X}"

    @property
    def fail_code(self) -> str:
        return f"#{self.fail_colour:06X}"

    @property
    def colours(self) -> list[int]:
        """Of the boxes, in the order of the rooms."""
        return [self.pass_colour if room.passed else self.fail_colour for room in self.rooms]


def facts(rng: Random) -> Facts:
    kinds = [(CLEAN, False, True), (MENDED, True, True), (OPEN, True, False)] * 2
    rng.shuffle(kinds)
    rooms = tuple(
        Room(name, rng.choice(notes), had_fault, passed)
        for name, (notes, had_fault, passed) in zip(rng.sample(ROOMS, COUNT), kinds, strict=True)
    )
    return Facts(rng.choice(HOUSES), rng.randint(2024, 2029), rooms, *rng.sample(COLOURS, 2))


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Fire inspection"
    first.placeholders[1].text = f"In the {facts.house}, {facts.year}"
    for number, room in enumerate(facts.rooms, start=1):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = room.name
        for top, text in ((6, f"Room {number} of {COUNT}"), (10, "Mark")):
            box = slide.shapes.add_textbox(Cm(3), Cm(top), Cm(12), Cm(1.8))
            box.text_frame.text = text
            box.text_frame.paragraphs[0].runs[0].font.size = Pt(28)
        slide.notes_slide.notes_text_frame.text = room.notes
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "inspection.pptx").write_bytes(presentation(facts))
