"""Mutants of pictures."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial

from PIL import Image, ImageOps

from controller.proofs.mutants.mutant import ContentMutant

FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")


def _invert_middle(image: Image.Image) -> Image.Image:
    width, height = image.size
    box = (width // 4, height // 4, 3 * width // 4, 3 * height // 4)
    changed = image.copy()
    changed.paste(ImageOps.invert(image.crop(box)), box)
    return changed


CHANGES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "turned a quarter": lambda image: image.transpose(Image.Transpose.ROTATE_90),
    "turned upside down": lambda image: image.transpose(Image.Transpose.ROTATE_180),
    "mirrored": ImageOps.mirror,
    "inverted": ImageOps.invert,
    "grey": lambda image: ImageOps.grayscale(image).convert("RGB"),
    "middle inverted": _invert_middle,
    "half as large": lambda image: image.resize((max(1, image.width // 2), max(1, image.height // 2))),
    "cropped": lambda image: image.crop((0, 0, max(1, 4 * image.width // 5), max(1, 4 * image.height // 5))),
}


def picture_mutants(data: bytes) -> Iterator[ContentMutant]:
    """The picture turned, mirrored, inverted, without colour, smaller and cropped, in its own format."""
    for kind, change in CHANGES.items():
        yield ContentMutant(kind, "the picture", partial(_apply, data, change))


def is_picture(data: bytes) -> bool:
    """Whether the content is a picture of a known format."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS):
            return True
    except (OSError, ValueError):
        return False


def _apply(data: bytes, change: Callable[[Image.Image], Image.Image]) -> bytes:
    with Image.open(io.BytesIO(data), formats=FORMATS) as image:
        buffer = io.BytesIO()
        change(image.convert("RGB")).save(buffer, image.format)
        return buffer.getvalue()
