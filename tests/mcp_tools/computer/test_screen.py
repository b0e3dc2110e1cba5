from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mcp_tools.computer.screen import png


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False))
def test_png_is_lossless(width: int, height: int, random: object) -> None:
    pixels = random.randbytes(width * height * 3)  # type: ignore[attr-defined]
    image = Image.frombytes("RGB", (width, height), pixels)
    read = Image.open(io.BytesIO(png(image)))
    assert read.format == "PNG"
    assert read.tobytes() == pixels


def test_a_screenful_stays_small() -> None:
    image = Image.new("RGB", (1280, 720), "white")
    assert len(png(image)) < 30_000


@pytest.mark.parametrize("damage", [slice(60, 61), slice(30, 31)])
def test_a_changed_byte_is_noticed_by_readers(damage: slice) -> None:
    data = bytearray(png(Image.new("RGB", (64, 64), "teal")))
    data[damage] = bytes([data[damage][0] ^ 0xFF])
    with pytest.raises((OSError, SyntaxError)):
        Image.open(io.BytesIO(bytes(data))).load()
