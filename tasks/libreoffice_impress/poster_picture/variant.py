"""Posters as slides, each of six fields in colours of its own."""

import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pptx
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

EVENTS = (
    "film night",
    "chess evening",
    "seed swap",
    "jazz brunch",
    "repair morning",
    "open stage",
    "book fair",
)
COLOURS = (
    0xC0392B, 0x27AE60, 0x2980B9, 0xF1C40F, 0x8E44AD, 0xE67E22, 0x16A085, 0x34495E, 0xD7BDE2, 0xA9DFBF, 0x641E16,
    0x1B2631,
)  # fmt: skip
COLUMNS, ROWS = 3, 2
SLIDES = 6
WIDTH, HEIGHT = 25.4, 19.05


@dataclass(frozen=True)
class Poster:
    event: str
    date: date
    colours: tuple[int, ...]
    """Of its fields, row by row."""

    @property
    def day(self) -> str:
        return f"{self.date.day} {self.date:%B}"


@dataclass(frozen=True)
class Facts:
    year: int
    picture: str
    posters: tuple[Poster, ...]
    wanted: int

    @property
    def file(self) -> str:
        return f"posters-{self.year}.pptx"

    @property
    def poster(self) -> Poster:
        return self.posters[self.wanted]

    @property
    def event(self) -> str:
        return self.poster.event

    @property
    def day(self) -> str:
        return self.poster.day

    @property
    def other_day(self) -> int:
        """The slide, from 1, of the same event on another day."""
        return next(
            number
            for number, poster in enumerate(self.posters, start=1)
            if poster.event == self.event and poster != self.poster
        )


def facts(rng: Random) -> Facts:
    year = rng.randint(2024, 2029)
    events = rng.sample(EVENTS, SLIDES - 1)
    events.append(events[0])
    days = rng.sample(range(300), SLIDES)
    posters = [
        Poster(event, date(year, 1, 20) + timedelta(days=day), tuple(rng.sample(COLOURS, COLUMNS * ROWS)))
        for event, day in zip(events, days, strict=True)
    ]
    wanted = posters[0]
    rng.shuffle(posters)
    name = f"{wanted.event.replace(' ', '-')}-{rng.randint(11, 99)}"
    return Facts(year, name, tuple(posters), posters.index(wanted))


def rgb(colour: int) -> Any:
    make: Any = RGBColor
    return make.from_string(f"{colour:06X}")


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    for poster in facts.posters:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for number, colour in enumerate(poster.colours):
            row, column = divmod(number, COLUMNS)
            field = slide.shapes.add_shape(
                MSO_SHAPE.RECTANGLE,
                Cm(column * WIDTH / COLUMNS),
                Cm(row * HEIGHT / ROWS),
                Cm(WIDTH / COLUMNS),
                Cm(HEIGHT / ROWS),
            )
            field.fill.solid()
            field.fill.fore_color.rgb = rgb(colour)
            field.line.fill.background()
            field.shadow.inherit = False
        box = slide.shapes.add_textbox(Cm(2), Cm(8.6), Cm(21.4), Cm(1.8))
        box.fill.solid()
        box.fill.fore_color.rgb = rgb(0xFFFFFF)
        box.text_frame.text = f"{poster.event.capitalize()}, {poster.day} {facts.year}"
        box.text_frame.paragraphs[0].runs[0].font.size = Pt(32)
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "posters.pptx").write_bytes(presentation(facts))
