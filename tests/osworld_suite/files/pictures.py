"""Pictures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from PIL import Image, ImageDraw, ImageFilter

from tests.checkers.office_files import saved


def _png(picture: Image.Image) -> bytes:
    return saved(functools.partial(picture.save, format="PNG"))


def flat(colour: str, size: tuple[int, int]) -> bytes:
    """A picture of one colour with a darker frame."""
    picture = Image.new("RGB", size, colour)
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline="black")
    return _png(picture)


def _scene() -> Image.Image:
    picture = Image.new("RGB", (240, 160))
    draw = ImageDraw.Draw(picture)
    for y in range(160):
        draw.line((0, y, 239, y), fill=(90 + y // 4, 110 + y // 4, 170))
    draw.ellipse((20, 20, 70, 70), fill=(210, 180, 90))
    draw.polygon([(120, 150), (170, 60), (220, 150)], fill=(70, 120, 80))
    return picture


def soft() -> bytes:
    """The scene out of focus."""
    return _png(_scene().filter(ImageFilter.GaussianBlur(3)))


def sign() -> bytes:
    """A black square on white ground."""
    picture = Image.new("RGB", (100, 100), "white")
    ImageDraw.Draw(picture).rectangle((30, 30, 70, 70), fill="black")
    return _png(picture)


def triangle() -> bytes:
    """A red triangle in a corner."""
    picture = Image.new("RGB", (200, 200), "white")
    ImageDraw.Draw(picture).polygon([(5, 45), (25, 5), (45, 45)], fill="red")
    return _png(picture)


def label() -> bytes:
    """A black label in the middle."""
    picture = Image.new("RGB", (200, 100), "white")
    ImageDraw.Draw(picture).rectangle((90, 40, 130, 60), fill="black")
    return _png(picture)


MAKERS: Mapping[str, Callable[[], bytes]] = {
    "red.png": functools.partial(flat, "red", (64, 48)),
    "blue.png": functools.partial(flat, "blue", (64, 48)),
    "sea.png": functools.partial(flat, "teal", (320, 240)),
    "scene.png": lambda: _png(_scene()),
    "soft.png": soft,
    "sign.png": sign,
    "triangle.png": triangle,
    "label.png": label,
}
