"""The plan of a garden: white beds with what grows in them, and a key with a colour for each crop."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

CROPS = (
    "beans",
    "beets",
    "carrots",
    "chard",
    "garlic",
    "leeks",
    "onions",
    "peas",
    "radish",
    "squash",
    "tomato",
)
COLOURS = (
    0x8BC34A, 0x2E7D32, 0xF4A261, 0xE76F51, 0x5DADE2, 0x9B59B6, 0xF1C40F, 0xD7BDE2, 0x48C9B0, 0xB9770E, 0xEC7063,
)  # fmt: skip
FALLOW = "fallow"
WIDTH, HEIGHT = 960, 640
PATH, INK, GROUND = (214, 206, 190), (50, 46, 40), (255, 255, 255)
COLUMNS, ROWS = 6, 4
BED = (110, 120)
KEY = (796, 60)
"""Left and top of the first swatch of the key."""
SWATCH, SWATCH_STEP = (48, 36), 64
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Facts:
    year: int
    key: tuple[tuple[str, int], ...]
    """The crops and their colours."""
    beds: tuple[str, ...]
    """What grows in them, row by row."""

    @property
    def stem(self) -> str:
        return f"garden-{self.year}"

    @property
    def plan(self) -> str:
        return f"{self.stem}.png"

    @property
    def coloured(self) -> str:
        return f"{self.stem}-coloured.png"

    @property
    def colours(self) -> dict[str, int]:
        return dict(self.key)


def facts(rng: Random) -> Facts:
    crops = rng.sample(CROPS, 5)
    beds = [*crops, *crops, *rng.choices(crops, k=COLUMNS * ROWS - 13), FALLOW, FALLOW, FALLOW]
    rng.shuffle(beds)
    return Facts(rng.randint(2024, 2031), tuple(zip(crops, rng.sample(COLOURS, 5), strict=True)), tuple(beds))


def ground(number: int) -> Box:
    """The white ground of a bed, counted from 0: right and bottom are just outside."""
    row, column = divmod(number, COLUMNS)
    left, top = 24 + column * 126, 44 + row * 146
    return left, top, left + BED[0], top + BED[1]


def swatch(place: int) -> Box:
    top = KEY[1] + place * SWATCH_STEP
    return KEY[0], top, KEY[0] + SWATCH[0], top + SWATCH[1]


def rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


def picture(facts: Facts, fills: Mapping[int, int] | None = None) -> Image.Image:
    """The plan; `fills` are colours of the ground of beds by their number."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PATH)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(22)
    for number, crop in enumerate(facts.beds):
        left, top, right, bottom = ground(number)
        draw.rectangle((left - 3, top - 3, right + 2, bottom + 2), fill=INK)
        fill = (fills or {}).get(number)
        draw.rectangle((left, top, right - 1, bottom - 1), fill=GROUND if fill is None else rgb(fill))
        draw.text((left + BED[0] // 2, top + 28), str(number + 1), fill=INK, font=font, anchor="mm")
        draw.text((left + BED[0] // 2, top + 58), crop, fill=INK, font=font, anchor="mm")
    for place, (crop, colour) in enumerate(facts.key):
        left, top, right, bottom = swatch(place)
        draw.rectangle((left - 2, top - 2, right + 1, bottom + 1), fill=INK)
        draw.rectangle((left, top, right - 1, bottom - 1), fill=rgb(colour))
        draw.text((right + 12, (top + bottom) // 2), crop, fill=INK, font=font, anchor="lm")
    return image


def expected(facts: Facts) -> dict[int, int]:
    """The colours of the beds' ground by their number, without those that lie fallow."""
    return {number: facts.colours[crop] for number, crop in enumerate(facts.beds) if crop in facts.colours}


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "plan.png").write_bytes(png(picture(facts)))
