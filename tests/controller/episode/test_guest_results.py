"""What a guest sends is taken within limits only."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from controller.core.guest import ToolResult
from controller.episode.guest_results import DATA_LIMIT, PICTURES_LIMIT, TEXT_LIMIT, limit_result, png_size
from testbed.errors import GuestError
from tests.memory import takes_at_most


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A small PNG file of many pixels, all of one colour."""
    squeezer = zlib.compressobj(9)
    rows = b"".join(squeezer.compress(bytes(1 + width // 8)) for _ in range(height)) + squeezer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def png(width: int = 4, height: int = 3) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height)).save(stream, "PNG")
    return stream.getvalue()


def test_a_small_file_of_many_pixels_is_refused_unopened() -> None:
    data = bomb(8000, 8000)
    assert len(data) < 20_000
    png_size(png())  # loads what the library loads once
    with takes_at_most(16), pytest.raises(GuestError, match="8000x8000 pixels"):
        png_size(data)


@pytest.mark.parametrize("data", [b"", b"x" * 100, png()[:-20], png()[:30] + b"x" * 100, b"\xff\xd8\xff" * 9])
def test_what_is_no_whole_png_is_refused(data: bytes) -> None:
    with pytest.raises(GuestError, match="not a PNG"):
        png_size(data)


def test_a_result_within_the_limits_stays() -> None:
    result = ToolResult("done", structured={"a": 1}, images=(png(),))
    assert limit_result(result) is result


def test_what_exceeds_the_limits_is_left_out_and_said() -> None:
    result = ToolResult(
        "x" * (TEXT_LIMIT + 5),
        structured={"a": "y" * DATA_LIMIT},
        images=(bomb(8000, 8000), *[png()] * 1000),
    )
    left = limit_result(result)
    assert left.text.startswith("x" * TEXT_LIMIT + "\n[5 more characters cut]")
    assert left.structured is None and "structured data of over" in left.text
    assert len(left.images) == PICTURES_LIMIT - 1
    assert "8000x8000 pixels" in left.text and "993 more pictures left out" in left.text
