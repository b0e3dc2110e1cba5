"""Limits of what a guest sends: its screenshots, and the texts, data and pictures of its tools."""

from __future__ import annotations

import io
import json
import math
import struct
from collections.abc import Iterable

from PIL import Image

from controller.core.guest import ToolResult
from controller.core.pictures import PIXELS_LIMIT, decoding
from controller.core.secrets import notations
from testbed.errors import GuestError

PICTURE_LIMIT = 32 * 2**20
"""Largest picture accepted, in bytes."""
SIDE_LIMIT = 16384
"""Most pixels of a picture's width and height: encoders have limits of their own."""
PICTURES_LIMIT = 8
"""Most pictures of a tool's result."""
TEXT_LIMIT = 100_000
"""Longest text of a tool's result that is shown and kept, in characters."""
REMOVED = "[key removed]"
DATA_LIMIT = 2_000_000
"""Longest structured data of a tool's result, in characters of JSON."""

_PNG_HEADER = struct.Struct(">8s4x4sII")


def check_png(data: bytes, width: int, height: int) -> None:
    """Raise GuestError unless `data` is a complete PNG of that size in pixels."""
    if (size := png_size(data)) != (width, height):
        raise GuestError(f"the screenshot is {size[0]}x{size[1]}, the screen {width}x{height}")


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a complete PNG. Raises GuestError if it is none, or too large."""
    if len(data) > PICTURE_LIMIT:
        raise GuestError(f"the picture is {len(data)} bytes, more than {PICTURE_LIMIT}")
    header = data[: _PNG_HEADER.size].ljust(_PNG_HEADER.size)
    _, chunk, width, height = _PNG_HEADER.unpack(header)
    if chunk != b"IHDR":
        raise GuestError(f"the picture of {len(data)} bytes is not a PNG")
    if width * height > PIXELS_LIMIT or max(width, height) > SIDE_LIMIT:
        raise GuestError(
            f"the picture has {width}x{height} pixels, more than {PIXELS_LIMIT} or {SIDE_LIMIT} in a row"
        )
    with (
        decoding(f"the picture of {len(data)} bytes"),
        Image.open(io.BytesIO(data), formats=("PNG",)) as image,
    ):
        size: tuple[int, int] = image.size
        image.verify()
    return size


def limit_result(result: ToolResult) -> ToolResult:
    """The result with its text, data and pictures within the limits; its text says what was left out."""
    notes = []
    if len(result.text) > TEXT_LIMIT:
        notes.append(f"{len(result.text) - TEXT_LIMIT} more characters cut")
    structured = result.structured
    if structured is not None and _length(structured) > DATA_LIMIT:
        structured = None
        notes.append(f"structured data of over {DATA_LIMIT} characters, or nested too deep, left out")
    images = []
    for image in result.images[:PICTURES_LIMIT]:
        try:
            png_size(image)
        except GuestError as error:
            notes.append(f"a picture left out: {error.message}")
        else:
            images.append(image)
    if len(result.images) > PICTURES_LIMIT:
        notes.append(f"{len(result.images) - PICTURES_LIMIT} more pictures left out")
    if not notes:
        return result
    text = "\n".join([result.text[:TEXT_LIMIT], *(f"[{note}]" for note in notes)])
    return ToolResult(text, result.is_error, structured, tuple(images))


def without_secrets(result: ToolResult, secrets: Iterable[str]) -> ToolResult:
    """The result without secrets, in whichever usual notation its text or its data has them.

    Data beyond the limits stays as it is: `bounded` leaves it out.
    """
    forms = [form for secret in secrets for form in notations(secret)]
    if not forms:
        return result
    data = result.structured
    text = _remove(result.text, forms)
    if data is not None and _length(data) <= DATA_LIMIT:
        data = json.loads(_remove(json.dumps(data), forms))
    return ToolResult(text, result.is_error, data, result.images)


def _remove(text: str, forms: Iterable[str]) -> str:
    for form in forms:
        text = text.replace(form, REMOVED)
    return text


def _length(structured: object) -> float:
    """How many characters of JSON it is; infinite for what is nested too deep for JSON."""
    try:
        return len(json.dumps(structured))
    except RecursionError:
        return math.inf
