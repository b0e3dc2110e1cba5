"""A negative from the wrong side, of a boat with a name; files/ has it without the name."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont, ImageOps

PICTURE = "negative.png"
BOATS = (
    "marie",
    "helga",
    "wanda",
    "elena",
    "freya",
    "ronja",
    "senta",
    "clara",
    "alma",
    "thea",
    "norma",
    "ragna",
    "selma",
)
FILM_NUMBERS = 40
NAME = (316, 441)
"""The middle of the name, on the hull of the photograph."""
PAINT = (241, 236, 228)
HEIGHT = 44


@dataclass(frozen=True)
class Facts:
    film: int
    boat: str
    number: int

    @property
    def negative(self) -> str:
        """The name of the negative's file, without its end."""
        return f"negative-{self.film:02}"

    @property
    def photograph(self) -> str:
        return f"{self.boat}-{self.number}.png"


CANONICAL = Facts(film=7, boat="marie", number=27)


def facts(rng: Random) -> Facts:
    tens, ones = rng.sample(range(2, 10), 2)
    return Facts(rng.randint(1, FILM_NUMBERS), rng.choice(BOATS), 10 * tens + ones)


def photograph(facts: Facts) -> Image.Image:
    """The picture that is to be made."""
    with Image.open(Path(__file__).parent / "files" / PICTURE) as negative:
        picture = ImageOps.mirror(ImageOps.invert(negative.convert("RGB")))
    name = f"{facts.boat.upper()} {facts.number}"
    font = ImageFont.load_default(HEIGHT)
    ImageDraw.Draw(picture).text(NAME, name, fill=PAINT, font=font, anchor="mm")
    return picture


def negative(facts: Facts) -> bytes:
    out = io.BytesIO()
    ImageOps.invert(ImageOps.mirror(photograph(facts))).save(out, "PNG")
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / PICTURE).write_bytes(negative(facts))
