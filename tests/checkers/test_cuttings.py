"""Parts cut out of a picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from checkers.cuttings import cutting_claim, find_place
from tests.checkers.guests import FileGuest

BOX = (60, 40, 160, 120)
PATH = "/home/user/part.png"


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    """Neighbouring pixels have very different colours."""
    image = Image.new("RGB", (256, 200))
    image.putdata([(97 * x % 256, 61 * y % 256, (x * y) % 256) for y in range(200) for x in range(256)])
    return image


def holds(picture: Image.Image, cutting: Image.Image, kind: str = "PNG") -> bool:
    stream = io.BytesIO()
    cutting.save(stream, kind)
    return cutting_claim(FileGuest({PATH: stream.getvalue()}), PATH, picture, BOX, "the field").holds


@pytest.mark.parametrize("box", [BOX, (57, 43, 160, 118), (64, 44, 164, 124)])
def test_a_region_is_found_within_the_edge(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    assert find_place(picture.crop(box), picture, BOX, 4) == box
    assert holds(picture, picture.crop(box))


@pytest.mark.parametrize(
    "box", [(54, 40, 160, 120), (60, 40, 160, 126), (66, 46, 166, 126), (61, 41, 71, 51), (0, 0, 256, 200)]
)
def test_a_region_beyond_the_edge_is_none(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    assert not holds(picture, picture.crop(box))


def test_another_picture_size_or_format_is_none(picture: Image.Image) -> None:
    cutting = picture.crop(BOX)
    assert not holds(picture, cutting.resize((200, 160)))
    assert not holds(picture, cutting.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    assert not holds(picture, cutting.convert("L"))
    assert not holds(picture, cutting, "BMP")


def test_a_missing_file_is_none(picture: Image.Image) -> None:
    assert not cutting_claim(FileGuest({}), PATH, picture, BOX, "the field").holds
