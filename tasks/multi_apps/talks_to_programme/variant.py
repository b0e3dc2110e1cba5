import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import pptx

from testbed.tasks import reproducible_zip

TALKS = (
    "Bees on the roof", "Building a canoe", "Ciphers of the post office", "Fire lookouts", "Glass from sand",
    "How locks work", "Letters from the lighthouse", "Maps before satellites", "Salt and its roads",
    "Songs of the harbour", "The last steam ferry", "Tide tables", "What owls eat", "Wooden clocks",
)  # fmt: skip
SPEAKERS = ("A. Anders", "B. Bloom", "C. Costa", "D. Dale", "E. Eris", "F. Frost", "G. Grau", "H. Hale")
MONTHS = ("january", "march", "april", "september", "october", "november")


@dataclass(frozen=True)
class Talk:
    title: str
    speaker: str
    called_off: bool


@dataclass(frozen=True)
class Facts:
    month: str
    talks: tuple[Talk, ...]
    """In the order of the slides; the first talk is on slide 2."""

    @property
    def file(self) -> str:
        return f"talks-{self.month}.pptx"

    @property
    def programme(self) -> str:
        return f"programme-{self.month}.docx"

    @property
    def titles(self) -> list[str]:
        """Those of the talks that take place."""
        return [talk.title for talk in self.talks if not talk.called_off]


def facts(rng: Random) -> Facts:
    count = rng.randint(6, 7)
    off = set(rng.sample(range(count - 1), 2))
    talks = zip(rng.sample(TALKS, count), rng.sample(SPEAKERS, count), strict=True)
    return Facts(
        rng.choice(MONTHS),
        tuple(Talk(title, speaker, number in off) for number, (title, speaker) in enumerate(talks)),
    )


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Evening of short talks"
    first.placeholders[1].text = f"Old fire station, {facts.month.capitalize()}"
    for talk in facts.talks:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = talk.title
        slide.placeholders[1].text = talk.speaker
        if talk.called_off:
            slide.element.set("show", "0")
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def lines(facts: Facts, titles: list[str]) -> list[str]:
    """The programme's texts with these titles."""
    talks = [
        f"{19 + (20 * number) // 60}:{(20 * number) % 60:02d}  {title}" for number, title in enumerate(titles)
    ]
    return [
        f"Evening of short talks, {facts.month.capitalize()}",
        "At the old fire station. Doors open at 18:30.",
        *talks,
        "Tea and questions after the last talk.",
        "In the month before we heard: Bridges of rope; The miller's daybook.",
    ]


def programme(facts: Facts) -> bytes:
    document = docx.Document()
    for text in lines(facts, [f"[TALK {number}]" for number in range(1, len(facts.titles) + 1)]):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "evening.pptx").write_bytes(presentation(facts))
    (folder / "programme.docx").write_bytes(programme(facts))
