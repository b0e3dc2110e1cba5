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
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
"""Formats that are read."""


@contextmanager
def decoding(what: str, kind: str = "PNG") -> Iterator[None]:
    """Raise GuestError for any error of decoding: Pillow raises many kinds for damaged files."""
    try:
        yield
    except GuestError:
        raise
    except Exception as error:
        reason = str(error).partition(" <_io.")[0]  # Pillow names its stream, which tells nobody anything
        raise GuestError(f"{what} is not a {kind}: {type(error).__name__}: {reason}") from error


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


def is_png(data: bytes) -> bool:
    """Return whether data begins as a PNG."""
    return data.startswith(PNG_SIGNATURE)


def to_png(data: bytes) -> bytes:
    """Convert a JPEG, WebP, GIF, BMP or TIFF to PNG, turned as its EXIF data says; of an animation the first frame.

    Raises:
        GuestError: It is none of them, damaged, or has over PIXELS_LIMIT pixels.
    """
    from PIL import ImageOps

    with _open(data) as picture:
        upright = ImageOps.exif_transpose(picture)
        out = io.BytesIO()
        upright.convert("RGBA" if upright.has_transparency_data else "RGB").save(out, "PNG")
    return out.getvalue()


def frames_of(data: bytes) -> int:
    """Return how many frames a picture has, 1 if it is no animation. Raises GuestError as `to_png`."""
    with _open(data) as picture:
        return int(getattr(picture, "n_frames", 1))


@contextmanager
def _open(data: bytes) -> Iterator[Picture]:
    from PIL import Image

    what = f"the picture of {len(data)} bytes"
    with (
        decoding(what, f"picture that can be read ({', '.join(FORMATS)})"),
        Image.open(io.BytesIO(data), formats=FORMATS) as picture,
    ):
        if picture.width * picture.height > PIXELS_LIMIT:
            raise GuestError(f"{what} has {picture.width}x{picture.height} pixels, more than {PIXELS_LIMIT}")
        yield picture
