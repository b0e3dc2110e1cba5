"""Decoding of pictures from a guest or a foreign record: bounded, and every error of the decoder is a named one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from testbed.errors import GuestError

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PIXELS_LIMIT = 4096 * 4096
"""Most pixels of a picture: a small file may hold many."""


@contextmanager
def decoding(what: str, kind: str = "PNG") -> Iterator[None]:
    """Raise GuestError for any error of decoding: Pillow raises many kinds for damaged files."""
    try:
        yield
    except GuestError:
        raise
    except Exception as error:
        raise GuestError(f"{what} is not a {kind}: {type(error).__name__}: {error}") from error


def open_rgb(source: bytes | Path) -> Picture:
    """Decode a picture as RGB. Raises GuestError if it is damaged or has over PIXELS_LIMIT pixels."""
    from PIL import Image

    what = str(source) if isinstance(source, Path) else f"a picture of {len(source)} bytes"
    with (
        decoding(what, "picture that can be read"),
        Image.open(source if isinstance(source, Path) else io.BytesIO(source)) as picture,
    ):
        if picture.width * picture.height > PIXELS_LIMIT:
            raise GuestError(f"{what} has {picture.width}x{picture.height} pixels, more than {PIXELS_LIMIT}")
        rgb: Picture = picture.convert("RGB")
        return rgb
