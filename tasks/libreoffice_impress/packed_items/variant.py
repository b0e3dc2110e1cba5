import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Pt

from testbed.tasks import reproducible_zip

LAKES = ("Arnsee", "Birksee", "Fernsee", "Kalksee", "Linden Lake", "Mirror Lake", "Otter Pond")
GEAR = (
    "four tents", "tent pegs", "two ropes", "first-aid kit", "camp stove", "gas cartridges", "water canisters",
    "head torches", "maps of the valley", "compasses", "the big kettle", "tarpaulin", "hand saw", "sewing kit",
)  # fmt: skip
FOOD = ("oats", "rice", "lentils", "onions", "apples", "bread", "cheese", "cocoa")


@dataclass(frozen=True)
class Facts:
    lake: str
    year: int
    gear: tuple[str, ...]
    """The items of the packing list, in its order."""
    packed: tuple[str, ...]
    """Those among them that are packed, in the order of the notes."""
    missing: str
    """The one that the notes name as not packed."""
    food: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"camp-{self.year}.pptx"

    @property
    def lines(self) -> list[int]:
        """The packed items' lines on the slide, from 1."""
        return sorted(self.gear.index(item) + 1 for item in self.packed)

    @property
    def notes(self) -> str:
        *first, last = self.packed
        return (
            f"Packed on Tuesday: {', '.join(first)}. On Thursday we packed the {last.removeprefix('the ')} too. "
            f"Ask Jonas about this one, it is not in the van yet: {self.missing}."
        )


def facts(rng: Random) -> Facts:
    gear = tuple(rng.sample(GEAR, rng.randint(7, 9)))
    *packed, missing = rng.sample(gear, rng.randint(4, 5))
    return Facts(
        rng.choice(LAKES), rng.randint(2024, 2029), gear, tuple(packed), missing, tuple(rng.sample(FOOD, 5))
    )


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = f"Camp at {facts.lake}"
    first.placeholders[1].text = f"Meeting of the leaders, {facts.year}"
    first.notes_slide.notes_text_frame.text = "Welcome; who takes the minutes?"
    for title, lines, notes in (
        ("Packing list", facts.gear, facts.notes),
        ("Food to buy", facts.food, f"Bought on Friday: {facts.food[0]}, {facts.food[2]}."),
    ):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(lines)
        for paragraph in slide.placeholders[1].text_frame.paragraphs:
            paragraph.runs[0].font.size = Pt(24)
        slide.notes_slide.notes_text_frame.text = notes
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "camp.pptx").write_bytes(presentation(facts))
