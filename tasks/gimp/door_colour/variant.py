"""A picture of a street: houses with numbers, and doors and shutters in colours of their own."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

STREETS = ("canal", "chapel", "mill", "orchard", "quarry", "station", "tannery", "vineyard")
HOUSES = 6
WIDTH, HEIGHT = 960, 640
FLOOR = 560
"""Where the pavement begins."""
SKY, PAVEMENT, INK = (205, 222, 236), (150, 146, 140), (40, 40, 48)
WALLS = ((236, 226, 206), (222, 208, 190), (240, 236, 228), (214, 220, 210), (232, 214, 204), (226, 226, 232))
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class House:
    number: int
    door: int
    shutters: int


@dataclass(frozen=True)
class Facts:
    street: str
    houses: tuple[House, ...]
    ours: int
    """Which of the houses, from the left and counted from 0."""

    @property
    def house(self) -> House:
        return self.houses[self.ours]

    @property
    def number(self) -> int:
        return self.house.number


def facts(rng: Random) -> Facts:
    """All colours are shades of one tone."""
    base = [rng.randint(40, 190) for _ in range(3)]
    shades: set[int] = set()
    while len(shades) < 2 * HOUSES:
        red, green, blue = (min(255, max(0, tone + rng.randint(-35, 35))) for tone in base)
        shades.add((red << 16) + (green << 8) + blue)
    colours = sorted(shades)
    rng.shuffle(colours)
    first = rng.randrange(3, 60, 2)
    houses = [House(first + 2 * place, *colours[2 * place : 2 * place + 2]) for place in range(HOUSES)]
    return Facts(rng.choice(STREETS), tuple(houses), rng.randrange(1, HOUSES - 1))


def door(place: int) -> Box:
    left = 20 + place * 156 + 52
    return left, FLOOR - 130, left + 44, FLOOR - 1


def rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


def picture(facts: Facts) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), SKY)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(18)
    draw.rectangle((0, FLOOR, WIDTH, HEIGHT), fill=PAVEMENT)
    for place, house in enumerate(facts.houses):
        left = 20 + place * 156
        draw.polygon([(left, 250), (left + 74, 170), (left + 148, 250)], fill=(140, 70, 58))
        draw.rectangle((left, 250, left + 148, FLOOR - 1), fill=WALLS[place])
        for x, y in ((left + 34, 280), (left + 98, 280)):
            draw.rectangle((x, y, x + 22, y + 60), fill=(96, 120, 140))
            for side in (x - 14, x + 24):
                draw.rectangle((side, y, side + 12, y + 60), fill=rgb(house.shutters))
        box = door(place)
        draw.rectangle((box[0] - 4, box[1] - 4, box[2] + 4, box[3]), fill=INK)
        draw.rectangle(box, fill=rgb(house.door))
        draw.ellipse((box[2] - 9, 492, box[2] - 4, 497), fill=(230, 200, 90))
        draw.rectangle((left + 52, 388, left + 96, 414), fill=(250, 250, 250))
        draw.text((left + 74, 401), str(house.number), fill=INK, font=font, anchor="mm")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "street.png").write_bytes(picture(facts))
