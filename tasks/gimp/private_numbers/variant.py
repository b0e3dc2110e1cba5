"""The picture of a list of members with their telephone numbers, some of which are not for everybody."""

import io
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFont

CLUBS = (
    "bowling club",
    "brass band",
    "chess club",
    "rowing club",
    "sewing circle",
    "ski club",
    "theatre group",
)
NAMES = (
    "Ada Brandt", "Bo Larsen", "Cleo Dumas", "Dirk Vos", "Edda Falk", "Finn Moe", "Gaia Conti", "Hugo Reis",
    "Ines Roth", "Jon Bakke", "Kira Toth", "Leo Marsh", "Mona Sand", "Nils Graf", "Olga Petit",
)  # fmt: skip
MEMBERS = 11
WIDTH, HEIGHT = 900, 640
PAPER, INK, LINE = (244, 240, 230), (40, 40, 48), (176, 196, 206)
TOP, ROW = 92, 48
NAME_LEFT, NUMBER_LEFT, NUMBER_RIGHT, PUBLIC_LEFT = 40, 360, 560, 700
LETTERS = 26
MARGIN = 12
"""How far a bar may reach beyond the digits: the rows of two numbers leave that much."""
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Member:
    name: str
    number: str
    is_public: bool


@dataclass(frozen=True)
class Facts:
    club: str
    year: int
    members: tuple[Member, ...]

    @property
    def public(self) -> str:
        return f"members-{self.year}-public.png"

    @property
    def private(self) -> list[int]:
        """The rows of the numbers to cover, counted from 0."""
        return [row for row, member in enumerate(self.members) if not member.is_public]


def facts(rng: Random) -> Facts:
    private = set(rng.sample(range(MEMBERS), rng.randint(4, 5)))
    members = tuple(
        Member(name, f"0{rng.randint(20, 89)} {rng.randint(100_000, 999_999)}", row not in private)
        for row, name in enumerate(sorted(rng.sample(NAMES, MEMBERS)))
    )
    return Facts(rng.choice(CLUBS), rng.randint(2024, 2031), members)


def digits(row: int) -> Box:
    """Where the number of a row is, with nothing else of the list in it."""
    top = TOP + row * ROW + 10
    return NUMBER_LEFT, top, NUMBER_RIGHT, top + 28


def picture(facts: Facts, covered: Collection[int] = (), bar: int = 6) -> Image.Image:
    """The list, with bars that reach `bar` pixels beyond the digits."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(LETTERS)
    for left, heading in ((NAME_LEFT, "Name"), (NUMBER_LEFT, "Telephone"), (PUBLIC_LEFT, "Public")):
        draw.text((left, 56), heading, fill=INK, font=font, anchor="lm")
    for row, member in enumerate(facts.members):
        middle = TOP + row * ROW + ROW // 2
        draw.line((NAME_LEFT, middle - ROW // 2, WIDTH - NAME_LEFT, middle - ROW // 2), fill=LINE)
        draw.text((NAME_LEFT, middle), member.name, fill=INK, font=font, anchor="lm")
        draw.text((NUMBER_LEFT, middle), member.number, fill=INK, font=font, anchor="lm")
        public = "yes" if member.is_public else "no"
        draw.text((PUBLIC_LEFT, middle), public, fill=INK, font=font, anchor="lm")
        if row in covered:
            left, top, right, bottom = digits(row)
            draw.rectangle((left - bar, top - bar, right + bar, bottom + bar), fill=(0, 0, 0))
    return image


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "members.png").write_bytes(png(picture(facts)))
