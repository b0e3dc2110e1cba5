"""Places of shapes in groups, and of those that grow with their texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.presentations.places import Box, Group, describe_box, read_box
from checkers.differences.tree import Length, Value
from tests.checkers.differences.presentations.presentation_decks import xml

pytestmark = pytest.mark.sampled

CM = 360_000


def centimetres(box: Box) -> tuple[float, ...]:
    return tuple(round(value / CM, 6) for value in (box.x, box.y, box.width, box.height))


def test_a_box_is_read_by_its_centre() -> None:
    transform = xml(
        '<a:xfrm rot="5400000"><a:off x="360000" y="720000"/><a:ext cx="720000" cy="360000"/></a:xfrm>'
    )
    box = read_box(transform)
    assert box is not None
    assert centimetres(box) == (2, 2.5, 2, 1)
    assert box.rotation == 90


@pytest.mark.parametrize(
    ("outer", "expected", "rotation"),
    [
        (Box(4 * CM, 4 * CM, 4 * CM, 4 * CM), (3, 4, 2, 2), 10),
        (Box(4 * CM, 4 * CM, 8 * CM, 4 * CM), (2, 4, 4, 2), 10),
        (Box(4 * CM, 4 * CM, 4 * CM, 4 * CM, rotation=90), (4, 3, 2, 2), 100),
        (Box(4 * CM, 4 * CM, 4 * CM, 4 * CM, flip_x=True), (5, 4, 2, 2), -10),
    ],
)
def test_a_group_places_what_it_holds(outer: Box, expected: tuple[float, ...], rotation: float) -> None:
    group = Group(outer, inner=Box(4 * CM, 4 * CM, 4 * CM, 4 * CM))
    placed = group.place(Box(3 * CM, 4 * CM, 2 * CM, 2 * CM, rotation=10))
    assert centimetres(placed) == expected
    assert placed.rotation == rotation


def described(box: Box, **how: object) -> dict[str, Value]:
    """Return the attributes that are there, lengths as numbers."""
    attributes = describe_box(box, **how)  # type: ignore[arg-type]
    return {
        name: round(value.cm, 3) if isinstance(value, Length) else value
        for name, value in attributes.items()
        if value is not None
    }


def test_turned_twice_by_half_is_not_turned() -> None:
    box = Box(2 * CM, 2 * CM, 2 * CM, 2 * CM, rotation=180, flip_x=True, flip_y=True)
    assert described(box) == {"left": 1, "top": 1, "width": 2, "height": 2}


@given(
    st.sampled_from(["t", "ctr", "b"]),
    st.booleans(),
    st.sampled_from([0, 30, 90, 180, 270]),
    st.floats(0.5, 5),
)
def test_a_shape_that_grows_stays_where_its_text_is_anchored(
    anchor: str, wraps: bool, rotation: int, growth: float
) -> None:
    """The anchored point stays while the size changes around it."""
    small = Box(5 * CM, 5 * CM, 4 * CM, 2 * CM, rotation=rotation)
    shifts = {"t": 0.5, "ctr": 0.0, "b": -0.5}
    # The centre moves along the turned vertical, away from the anchored edge.
    upright = read_grown(small, growth * CM, shifts[anchor])
    before = described(small, grows=True, anchor=anchor, wraps=wraps)
    after = described(upright, grows=True, anchor=anchor, wraps=wraps)
    assert after == pytest.approx(before, abs=0.002)


def read_grown(box: Box, growth: float, shift: float) -> Box:
    """Return a box that is higher by `growth`, its centre moved by this share of it along its own vertical."""
    mover = Group(Box(box.x, box.y, 1, 1, rotation=box.rotation), inner=Box(0, 0, 1, 1))
    centre = mover.place(Box(0, growth * shift, 0, 0))
    return Box(centre.x, centre.y, box.width, box.height + growth, box.rotation)
