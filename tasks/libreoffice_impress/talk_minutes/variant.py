import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Pt

from testbed.tasks import reproducible_zip

TOPICS = ("bats", "hedges", "moths", "orchards", "owls", "ponds", "swifts", "toads")
SLIDES = (
    ("How we counted", "walks at dusk\nsheets for every volunteer"),
    ("The year in one table", "March to October\n31 evenings"),
    ("What was new", "two places never seen before\none lost"),
    ("Weather", "a wet May\nthe dry August"),
    ("Method of the neighbours", "recorders on poles\nno walks"),
    ("What it costs", "batteries\nfuel\ntea"),
    ("Plans", "more evenings\na course for beginners"),
    ("Thanks", "to all who walked"),
)


@dataclass(frozen=True)
class Part:
    title: str
    text: str
    minutes: int
    hidden: bool


@dataclass(frozen=True)
class Facts:
    topic: str
    year: int
    parts: tuple[Part, ...]
    """The slides after the title slide, which takes no time."""

    @property
    def file(self) -> str:
        return f"{self.topic}-{self.year}.pptx"

    @property
    def total(self) -> int:
        return sum(part.minutes for part in self.parts if not part.hidden)

    @property
    def with_hidden(self) -> int:
        return sum(part.minutes for part in self.parts)


def facts(rng: Random) -> Facts:
    slides = [SLIDES[number] for number in sorted(rng.sample(range(len(SLIDES)), rng.randint(6, 7)))]
    hidden = set(rng.sample(range(1, len(slides)), 2))
    parts = (
        Part(title, text, rng.randint(2, 9), number in hidden) for number, (title, text) in enumerate(slides)
    )
    return Facts(rng.choice(TOPICS), rng.randint(2023, 2029), tuple(parts))


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = f"Our {facts.topic} in {facts.year}"
    first.placeholders[1].text = "Nature watch, yearly meeting"
    first.notes_slide.notes_text_frame.text = "On the wall while people come in: takes none of my time."
    for part in facts.parts:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = part.title
        slide.placeholders[1].text = part.text
        for paragraph in slide.placeholders[1].text_frame.paragraphs:
            paragraph.runs[0].font.size = Pt(28)
        slide.notes_slide.notes_text_frame.text = f"{part.minutes} minutes"
        if part.hidden:
            slide.element.set("show", "0")
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "talk.pptx").write_bytes(presentation(facts))
