"""Slides for an evening of readings: short texts, of which the notes say whether they are verse or prose."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

FIRST_LINES = (
    "The heron stands where the water was.",
    "Nobody had counted the stairs before.",
    "We keep the key under the third tile.",
    "A tram goes by with all its windows lit.",
    "In our street the night smells of bread.",
    "The clock of the mill is always late.",
    "My aunt wrote letters to the sea.",
    "Snow fell on the unsold plums.",
    "There is a piano in the lighthouse.",
)
SECOND_LINES = (
    "It waits for what we have forgotten.",
    "Now there are ninety, and one that creaks.",
    "Whoever comes late knows where it lies.",
    "Nobody gets on, nobody gets off.",
    "The baker whistles and does not know it.",
    "So we have the morning twice.",
    "Some of them came back, unopened.",
    "The old man swept and swept.",
    "The ships say they can hear it.",
)
WRITERS = (
    "Ada Brandt",
    "Ivo Petrov",
    "Lena Moss",
    "Marek Zielinski",
    "Odile Garnier",
    "Sami Korhonen",
    "Tove Berg",
)
HOUSES = ("Reading Room", "Bookshop on the Bridge", "Town Library", "Attic Theatre", "Printers' House")
POEM_NOTES = ("A poem; read slowly.", "Poem, from the second book.", "A poem. Pause before it.")
PROSE_NOTES = (
    "Prose, although it is so short.",
    "From a story; not a poem, as the poster says.",
    "Prose: the beginning of a novel.",
)
TEXTS = 6
POEMS = (2, 4)


@dataclass(frozen=True)
class Reading:
    title: str
    lines: tuple[str, str]
    writer: str
    is_poem: bool
    notes: str


@dataclass(frozen=True)
class Facts:
    house: str
    year: int
    readings: tuple[Reading, ...]

    @property
    def file(self) -> str:
        return f"readings-{self.year}.pptx"


def facts(rng: Random) -> Facts:
    poems = set(rng.sample(range(TEXTS), rng.randint(*POEMS)))
    readings = [
        Reading(
            f"Reading {number + 1}",
            (first, second),
            writer,
            number in poems,
            rng.choice(POEM_NOTES if number in poems else PROSE_NOTES),
        )
        for number, (first, second, writer) in enumerate(
            zip(
                rng.sample(FIRST_LINES, TEXTS),
                rng.sample(SECOND_LINES, TEXTS),
                rng.sample(WRITERS, TEXTS),
                strict=True,
            )
        )
    ]
    return Facts(rng.choice(HOUSES), rng.randint(2024, 2029), tuple(readings))


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "An evening of readings"
    first.placeholders[1].text = f"{facts.house}, {facts.year}"
    for reading in facts.readings:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = reading.title
        for top, height, text, size in ((6, 5, "\n".join(reading.lines), 28), (13, 1.5, reading.writer, 20)):
            box = slide.shapes.add_textbox(Cm(2), Cm(top), Cm(21), Cm(height))
            box.text_frame.word_wrap = True
            box.text_frame.text = text
            for paragraph in box.text_frame.paragraphs:
                paragraph.runs[0].font.size = Pt(size)
        slide.notes_slide.notes_text_frame.text = reading.notes
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "readings.pptx").write_bytes(presentation(facts))
