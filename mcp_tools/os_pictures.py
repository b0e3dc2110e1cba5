"""Reading and writing pictures, each within a time limit: upright, and in colours that a format stores."""

from __future__ import annotations

import io
import struct
import time
import warnings
import zlib
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from mcp_tools.os_command import path_text
from mcp_tools.os_output import write_beside
from mcp_tools.registry import ToolError

MAX_PIXELS = 100_000_000
LONGEST_SIDE = {"JPEG": 65_500, "PDF": 65_500, "WEBP": 16_383}
MAX_METADATA_BYTES = 65_000
"""What fits into a JPEG file's segment; longer metadata is left out."""
EXIF_MARK = b"Exif\0\0"
UNREAD_FORMATS = ("EPS", "WMF", "BUFR", "GRIB", "HDF5", "MPEG")
"""Pillow starts another program for these, or only recognises them."""
PNG_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")
_PROFILE_OF_MODE = {"L": b"GRAY", "LA": b"GRAY", "I;16": b"GRAY", "CMYK": b"CMYK", "LAB": b"Lab "}
_DAMAGES = (
    *(OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, RuntimeError, EOFError),
    *(AttributeError, MemoryError, struct.error, zlib.error),
)
"""What Pillow raises for files that break their format's rules."""


class TimedFile(io.FileIO):
    """A file whose reading or writing ends with ToolError at a moment of `time.monotonic`."""

    def __init__(self, path: Path, mode: str, deadline: float) -> None:
        super().__init__(path, mode)
        self._deadline = deadline

    def readinto(self, buffer: Any) -> int | None:
        self._require_time()
        return super().readinto(buffer)

    def write(self, data: Any) -> int | None:  # type: ignore[override]  # as io.FileIO has it
        self._require_time()
        return super().write(data)

    def fileno(self) -> int:
        """Refused: Pillow would read and write past this class."""
        raise io.UnsupportedOperation("this file is read and written by its methods only")

    def _require_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise ToolError("the picture takes too long to convert; make it smaller first")


def open_image(path: Path, deadline: float) -> Image.Image:
    """The picture of a file, the first of several, upright. Raises ToolError for one that is none or too large."""
    Image.init()
    formats = [name for name in Image.ID if name not in UNREAD_FORMATS]
    try:
        with warnings.catch_warnings(), io.BufferedReader(TimedFile(path, "rb", deadline)) as file:
            warnings.simplefilter("ignore")
            with Image.open(file, formats=formats) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise ToolError(
                        f"{path_text(path)} is {image.width} x {image.height} pixels, which is too large to convert"
                    )
                image.load()
                return _upright(image)
    except Image.DecompressionBombError as error:
        raise ToolError(f"{path_text(path)} has too many pixels, which is too large to convert") from error
    except UnidentifiedImageError as error:
        raise ToolError(
            f"{path_text(path)} cannot be read as an image: it is none, or of an unknown format; "
            "give a PNG, JPEG, GIF, WebP, BMP or TIFF file"
        ) from error
    except _DAMAGES as error:
        raise ToolError(
            f"{path_text(path)} cannot be read as an image: it is damaged or incomplete; give another file"
        ) from error


def _upright(image: Image.Image) -> Image.Image:
    """A copy, turned as the camera noted."""
    try:
        return ImageOps.exif_transpose(image)
    except _DAMAGES:  # a damaged note says nothing about how the camera was held
        copy = image.copy()
        copy.info.pop("exif", None)
        return copy


def visible(image: Image.Image, path: Path) -> Image.Image:
    """The picture as RGB, RGBA, L, LA, P or 1. Raises ToolError for values that are no colours."""
    if image.mode == "F" or (image.mode == "I" and not _is_16_bit(image)):
        raise ToolError(
            f"{path_text(path)} holds measured values, not colours; convert it in an image editor"
        )
    if image.mode.startswith("I"):
        return _eight_bits(image)
    if image.mode in ("RGB", "RGBA", "L", "LA", "P", "1"):
        return image
    if image.mode in ("PA", "La", "RGBa"):
        return image.convert("RGBA")
    return standard_colours(image, image.info.get("icc_profile"))


def opaque(image: Image.Image) -> Image.Image:
    """A picture from `visible` as RGB or L, on white where it is transparent."""
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        background = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(background, layer).convert("RGB")
    return image if image.mode in ("RGB", "L") else image.convert("L" if image.mode == "1" else "RGB")


def storable_in_png(image: Image.Image, path: Path) -> Image.Image:
    """The picture in a mode that PNG stores, 16 bits of grey included."""
    if image.mode.startswith("I;16") or (image.mode == "I" and _is_16_bit(image)):
        return image if image.mode == "I;16" else image.convert("I").convert("I;16")
    return image if image.mode in PNG_MODES else visible(image, path)


def save_image(
    image: Image.Image, format_name: str, target: Path, deadline: float, info: dict[Any, Any], **options: Any
) -> None:
    """Write a picture with the colour profile and the camera's notes of `info`. Raises ToolError."""
    longest = LONGEST_SIDE.get(format_name, max(image.size))
    if max(image.size) > longest:
        raise ToolError(
            f"{format_name} takes at most {longest} pixels a side, the picture is {image.width} x {image.height}"
        )
    if format_name != "PDF":
        options |= _metadata(image, info)
    with write_beside(target) as path:
        try:
            with io.BufferedWriter(TimedFile(path, "xb", deadline)) as file:
                image.save(file, format=format_name, **options)
        except (OSError, ValueError, MemoryError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise ToolError(
                f"the picture cannot be stored as {format_name}; choose another format or make it smaller"
            ) from error


def _metadata(image: Image.Image, info: dict[Any, Any]) -> dict[str, bytes]:
    profile, notes = info.get("icc_profile"), info.get("exif")
    if not isinstance(profile, bytes) or not _profile_fits(profile, image):
        profile = b""
    if not isinstance(notes, bytes) or len(notes) > MAX_METADATA_BYTES:
        notes = b""
    if notes and not notes.startswith(EXIF_MARK):
        notes = EXIF_MARK + notes
    return {"icc_profile": profile, "exif": notes}


def _is_16_bit(image: Image.Image) -> bool:
    darkest, brightest = image.getextrema()
    return isinstance(darkest, int) and isinstance(brightest, int) and 0 <= darkest <= brightest <= 0xFFFF


def _eight_bits(image: Image.Image) -> Image.Image:
    values = image.convert("I")
    grey = values.point(lambda value: value / 257 + 0.5).convert("L")
    hidden = image.info.get("transparency")
    if isinstance(hidden, int):
        import numpy as np

        grey.putalpha(Image.fromarray(((np.asarray(values) != hidden) * 255).astype(np.uint8)))
        del grey.info["transparency"]
    return grey


def standard_colours(image: Image.Image, profile: object) -> Image.Image:
    """RGB as screens show it, by the picture's own colour profile where it has one that can be used."""
    if image.mode == "LAB":
        source: Any = ImageCms.createProfile("LAB")
    elif isinstance(profile, bytes) and _profile_fits(profile, image):
        source = io.BytesIO(profile)
    else:
        return image if image.mode in ("RGB", "L") else image.convert("RGB")
    try:
        converted = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):  # a damaged profile says nothing about the colours
        return image.convert("RGB")
    assert converted is not None, "it is not changed in place"
    return converted


def _profile_fits(profile: bytes, image: Image.Image) -> bool:
    return profile[16:20] == _PROFILE_OF_MODE.get(image.mode, b"RGB ")
