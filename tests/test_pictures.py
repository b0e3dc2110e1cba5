"""The comparison of pictures."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from tests.pictures import Difference, assert_same_picture, difference


def picture(*spots: tuple[int, int, int]) -> Image.Image:
    """A black picture of 40x20 with gray spots: x, y and brightness."""
    image = Image.new("RGB", (40, 20))
    for x, y, brightness in spots:
        image.putpixel((x, y), (0, brightness, 0))
    return image


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def test_it_says_where_and_how_much_they_differ() -> None:
    found = difference(picture((3, 5, 200)), picture((3, 5, 190), (20, 9, 255)))
    assert found == Difference(box=(3, 5, 21, 10), pixels=2, largest=255)


def test_every_kind_of_picture_is_compared_by_its_colours() -> None:
    image = picture((3, 5, 200))
    assert difference(image, png(image)) is None
    assert difference(png(image), np.asarray(image)) is None
    assert difference(np.asarray(image), png(picture((3, 5, 201)))) == Difference((3, 5, 4, 6), 1, 1)


def test_regions_and_small_differences_are_left_out() -> None:
    plain, other = picture(), picture((3, 5, 200), (30, 9, 4))
    assert difference(plain, other, leave_out=[(3, 5, 4, 6)]) == Difference((30, 9, 31, 10), 1, 4)
    assert difference(plain, other, leave_out=[(0, 0, 3, 20), (4, 0, 30, 20)], tolerance=4) == Difference(
        (3, 5, 4, 6), 1, 200
    )
    assert difference(plain, other, leave_out=[(3, 5, 4, 6)], tolerance=4) is None


def test_pictures_of_two_sizes_cannot_be_compared() -> None:
    with pytest.raises(AssertionError, match="differ in size: 40x20 and 40x10"):
        difference(picture(), Image.new("RGB", (40, 10)))


def test_an_assertion_is_one_line() -> None:
    assert_same_picture(picture(), picture())
    with pytest.raises(AssertionError) as caught:
        assert_same_picture(picture((3, 5, 200)), picture())
    assert str(caught.value) == (
        "not the same picture: 1 pixels differ, by at most 200, between (3, 5) and (4, 6)"
    )
