"""A sketch on stained paper: dark ink over pencil lines, which are darker than the middle grey."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

WORDS = (
    "ARDEN",
    "BERGEN",
    "CALAIS",
    "DELFT",
    "ESSEX",
    "FALUN",
    "GHENT",
    "HALDEN",
    "KORFU",
    "LINZ",
    "MALTA",
    "NARVIK",
)
WIDTH, HEIGHT = 960, 640
INK, PENCIL, PAPER, STAIN = 34, 106, 238, 176
"""Levels of grey; the grain of the paper changes each by GRAIN at most."""
GRAIN = 8
DARKEST_PENCIL = PENCIL - GRAIN
BRIGHTEST_INK = INK + GRAIN


@dataclass(frozen=True)
class Facts:
    word: str
    number: int
    gables: tuple[tuple[int, int], ...]
    """Width and height of the houses."""
    stains: tuple[tuple[int, int, int], ...]
    """Place and radius."""
    grain: int

    @property
    def sketch(self) -> str:
        return f"{self.word.lower()}-{self.number}"


def facts(rng: Random) -> Facts:
    gables = tuple((rng.randint(110, 170), rng.randint(140, 300)) for _ in range(5))
    stains = tuple((rng.randint(60, 900), rng.randint(60, 580), rng.randint(30, 80)) for _ in range(3))
    return Facts(rng.choice(WORDS), rng.randint(2, 99), gables, stains, rng.randrange(10**6))


def drawing(facts: Facts) -> tuple[Image.Image, Image.Image]:
    """Masks of what is drawn in ink and in pencil."""
    ink, pencil = Image.new("L", (WIDTH, HEIGHT), 0), Image.new("L", (WIDTH, HEIGHT), 0)
    pen, lead = ImageDraw.Draw(ink), ImageDraw.Draw(pencil)
    lead.line((30, 450, 930, 450), fill=255, width=2)
    lead.line((480, 20, 480, 620), fill=255, width=2)
    left = 40
    for width, height in facts.gables:
        top = 450 - height
        lead.rectangle((left, top - width // 2, left + width, 450), outline=255, width=2)
        lead.line((left, 450, left + width, top), fill=255, width=2)
        pen.line(
            [
                (left, 450),
                (left, top),
                (left + width // 2, top - width // 2),
                (left + width, top),
                (left + width, 450),
            ],
            fill=255,
            width=9,
        )
        pen.rectangle((left + width // 2 - 14, 380, left + width // 2 + 14, 450), fill=255)
        left += width + 8
    lead.rectangle((150, 490, 810, 600), outline=255, width=2)
    pen.text((480, 546), facts.word, fill=255, font=ImageFont.load_default(96), anchor="mm", stroke_width=4)
    return ink, pencil


def picture(facts: Facts) -> NDArray[np.uint8]:
    ink, pencil = (np.asarray(mask) for mask in drawing(facts))
    stained = Image.new("L", (WIDTH, HEIGHT), 0)
    for x, y, radius in facts.stains:
        ImageDraw.Draw(stained).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    depth = np.asarray(stained.filter(ImageFilter.GaussianBlur(9)), dtype=np.float64) / 255
    grey = PAPER - depth * (PAPER - STAIN)
    grey[pencil > 127] = PENCIL
    grey[ink > 127] = INK
    rng = Random(facts.grain)
    grain = np.frombuffer(rng.randbytes(WIDTH * HEIGHT), dtype=np.uint8).reshape(HEIGHT, WIDTH)
    return np.clip(grey + grain % (2 * GRAIN + 1) - GRAIN, 0, 255).astype(np.uint8)


def png(pixels: NDArray[np.uint8]) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).convert("RGB").save(out, "PNG")
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "sketch.png").write_bytes(png(picture(facts)))
