"""Slides of a training day, some of them hidden; the second is to list the others."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Pt

from testbed.tasks import reproducible_zip

DAYS = ("First aid day", "Fire drill day", "Leaders' day", "Open workshop", "Volunteers' day")
PARTS = (
    ("Who is who", "names and radios\nwho may drive"),
    ("The new extinguishers", "two kinds\nwhere they hang"),
    ("Bandages", "in pairs\nwith clean hands"),
    ("Lifting and carrying", "four carry, one speaks"),
    ("Calling for help", "where, what, how many"),
    ("The alarm plan", "assembly at the lime tree"),
    ("Quiz", "ten questions"),
    ("Lunch", "soup and bread"),
    ("Keys", "who has which"),
    ("Feedback", "on the yellow cards"),
)
OLD = "(old)"


@dataclass(frozen=True)
class Part:
    title: str
    text: str
    hidden: bool


@dataclass(frozen=True)
class Facts:
    day: str
    year: int
    parts: tuple[Part, ...]
    """The slides after the second."""

    @property
    def file(self) -> str:
        return f"programme-{self.year}.pptx"

    @property
    def shown(self) -> list[str]:
        return [part.title for part in self.parts if not part.hidden]


def facts(rng: Random) -> Facts:
    parts = [Part(title, text, hidden=False) for title, text in rng.sample(PARTS, 6)]
    old = rng.choice(parts)
    parts.insert(rng.randrange(len(parts)), Part(f"{old.title} {OLD}", old.text, hidden=True))
    other = rng.choice([number for number, part in enumerate(parts) if not part.hidden and part != old])
    parts[other] = Part(parts[other].title, parts[other].text, hidden=True)
    return Facts(rng.choice(DAYS), rng.randint(2024, 2029), tuple(parts))


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = facts.day
    first.placeholders[1].text = f"At the fire station, {facts.year}"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Programme"
    second.placeholders[1].text = "to follow"
    second.placeholders[1].text_frame.paragraphs[0].runs[0].font.size = Pt(24)
    for part in facts.parts:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = part.title
        slide.placeholders[1].text = part.text
        if part.hidden:
            slide.element.set("show", "0")
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "day.pptx").write_bytes(presentation(facts))
