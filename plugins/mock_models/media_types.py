"""The media type of an image, by decoding it."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image


@lru_cache(maxsize=32)
def media_type(image: bytes, formats: tuple[str, ...]) -> str:
    """Return the media type of an image that can be decoded whole. The requests of a conversation repeat their images.

    Args:
        image: The encoded image.
        formats: Pillow's names of the formats to try.

    Raises:
        OSError, SyntaxError, ValueError: It cannot be decoded.
    """
    with Image.open(io.BytesIO(image), formats=formats) as opened:
        opened.load()
        return Image.MIME[str(opened.format)]
