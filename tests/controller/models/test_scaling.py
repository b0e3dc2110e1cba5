from __future__ import annotations

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from controller.models.scaling import ImageLimits, OutOfView, ScaledView, fit, make_view, resize, to_jpeg
from testbed.errors import GuestError
from tests.controller.agents.pictures import png

LIMITS = ImageLimits(long_edge=1920, patch=28, patches=4784)
SIZES = st.integers(1, 5000)


def size(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as image:
        return image.size


@pytest.mark.parametrize(
    ("native", "seen"),
    [
        ((1280, 720), (1280, 720)),
        ((1920, 1080), (1920, 1080)),
        ((3840, 2160), (1920, 1080)),
        ((1080, 2400), (864, 1920)),
        ((800, 600), (800, 600)),
    ],
)
def test_view_has_the_screens_proportions_within_the_limits(
    native: tuple[int, int], seen: tuple[int, int]
) -> None:
    view = make_view(*native, LIMITS)
    assert (view.width, view.height) == seen


def test_patches_limit_a_square_screen() -> None:
    view = make_view(1900, 1900, ImageLimits(1920, 28, 1568))
    assert view.width == view.height
    assert math.ceil(view.width / 28) ** 2 <= 1568 < math.ceil((view.width + 28) / 28) ** 2


@given(width=SIZES, height=SIZES)
def test_a_view_is_never_larger_than_the_screen(width: int, height: int) -> None:
    view = make_view(width, height, LIMITS)
    assert 1 <= view.width <= width
    assert 1 <= view.height <= height
    assert LIMITS.allow(view.width, view.height)


@given(
    width=SIZES,
    height=SIZES,
    across=st.floats(0, 1, exclude_max=True),
    down=st.floats(0, 1, exclude_max=True),
)
def test_every_view_pixel_lands_on_the_screen_within_half_a_view_pixel(
    width: int, height: int, across: float, down: float
) -> None:
    view = make_view(width, height, LIMITS)
    column, row = int(across * view.width), int(down * view.height)
    x, y = view.to_native(column, row)
    assert 0 <= x < width
    assert 0 <= y < height
    assert abs((x + 0.5) * view.width / width - (column + 0.5)) <= 0.5
    assert abs((y + 0.5) * view.height / height - (row + 0.5)) <= 0.5


def test_an_unscaled_view_changes_no_coordinate() -> None:
    view = make_view(1280, 720, LIMITS)
    assert [view.to_native(x, y) for x, y in [(0, 0), (640, 360), (1279, 719)]] == [
        (0, 0),
        (640, 360),
        (1279, 719),
    ]


def test_half_size_points_at_the_middle() -> None:
    view = ScaledView(2560, 1440, 1280, 720)
    assert view.to_native(0, 0) == (1, 1)
    assert view.to_native(1279, 719) == (2559, 1439)


@pytest.mark.parametrize("point", [(-1, 0), (0, -1), (1280, 0), (0, 720), (5000, 5000)])
def test_a_point_outside_is_refused_not_clamped(point: tuple[int, int]) -> None:
    with pytest.raises(OutOfView, match="1280 x 720"):
        ScaledView(1280, 720, 1280, 720).to_native(*point)


def test_regions_cover_what_was_asked_for() -> None:
    view = ScaledView(2000, 1000, 1333, 667)
    assert view.region(0, 0, 1333, 667) == (0, 0, 2000, 1000)
    x0, y0, x1, y1 = view.region(10, 20, 30, 40)
    assert x0 <= 10 * 2000 / 1333 <= 30 * 2000 / 1333 <= x1
    assert y0 <= 20 * 1000 / 667 <= 40 * 1000 / 667 <= y1


@pytest.mark.parametrize("region", [(10, 10, 10, 20), (20, 10, 10, 20), (0, 0, 1281, 10), (-1, 0, 5, 5)])
def test_a_region_that_is_none_is_refused(region: tuple[int, int, int, int]) -> None:
    with pytest.raises(OutOfView, match="not a region"):
        ScaledView(1280, 720, 1280, 720).region(*region)


def test_resize_and_fit() -> None:
    same = png(1280, 720)
    assert resize(same, 1280, 720) is same
    assert size(resize(png(2560, 1440), 1280, 720)) == (1280, 720)
    small = png(100, 50)
    assert fit(small, 1280, 720) is small
    assert size(fit(small, 1280, 720, enlarge=True)) == (1280, 640)
    assert size(fit(png(3000, 300), 1280, 720)) == (1280, 128)
    assert size(to_jpeg(same)) == (1280, 720)


@pytest.mark.parametrize("data", [b"", b"no picture", png(20, 20)[:60]])
def test_what_is_no_png_is_the_guests_error(data: bytes) -> None:
    with pytest.raises(GuestError, match="not a PNG"):
        resize(data, 10, 10)


@given(SIZES, SIZES, st.data())
def test_a_native_point_comes_back_to_the_pixel_that_shows_it(
    width: int, height: int, data: st.DataObject
) -> None:
    view = make_view(width, height, LIMITS)
    pixel = data.draw(st.integers(0, view.width - 1)), data.draw(st.integers(0, view.height - 1))
    assert view.to_view(*view.to_native(*pixel)) == pixel
