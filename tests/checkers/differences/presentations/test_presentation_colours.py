"""Colours of presentations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.presentations.colours import Colour, Components, parse_rgb, read_colour
from tests.checkers.differences.presentations.presentation_decks import xml

pytestmark = pytest.mark.sampled

BLUE = (0x4F, 0x81, 0xBD)


def resolve(name: str) -> Components:
    return {"accent1": BLUE, "tx1": (0, 0, 0)}[name]


@pytest.mark.parametrize(
    ("name", "transformations", "saved"),
    [
        ("accent1", '<a:tint val="100000"/><a:shade val="100000"/><a:satMod val="130000"/>', "#3E7FCC"),
        ("accent1", '<a:tint val="50000"/><a:shade val="100000"/><a:satMod val="350000"/>', "#A4C1FF"),
        ("accent1", '<a:shade val="95000"/><a:satMod val="105000"/>', "#4A7EBB"),
        ("accent1", '<a:tint val="40000"/>', "#D0D8E7"),
        ("accent1", '<a:tint val="20000"/>', "#E9ECF3"),
        ("tx1", '<a:tint val="75000"/>', "#8B8B8B"),
        ("accent1", '<a:alpha val="35000"/>', "#4F81BD 35%"),
        ("accent1", '<a:future val="1"/>', "#4F81BD"),
    ],
)
def test_transformed_colours_are_those_that_libreoffice_saves(
    name: str, transformations: str, saved: str
) -> None:
    colour = xml(f'<a:schemeClr val="{name}">{transformations}</a:schemeClr>')
    assert str(read_colour(colour, resolve)) == saved


@pytest.mark.parametrize(
    ("element", "rgb"),
    [
        ('<a:prstClr val="ltGreen"/>', "#90EE90"),
        ('<a:prstClr val="dkSlateBlue"/>', "#483D8B"),
        ('<a:prstClr val="light"/>', None),
        ('<a:sysClr val="windowText" lastClr="102030"/>', "#102030"),
        ('<a:scrgbClr r="100000" g="0" b="0"/>', "#FF0000"),
        ('<a:hslClr hue="14400000" sat="100000" lum="50000"/>', "#0000FF"),
    ],
)
def test_other_spellings_of_colours(element: str, rgb: str | None) -> None:
    if rgb is None:
        with pytest.raises(ValueError, match="light"):
            read_colour(xml(element), resolve)
    else:
        assert str(read_colour(xml(element), resolve)) == rgb


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_a_luminance_multiplied_by_one_leaves_a_colour(rgb: Components) -> None:
    digits = str(Colour(rgb))[1:]
    colour = xml(f'<a:srgbClr val="{digits}"><a:lumMod val="100000"/></a:srgbClr>')
    assert (
        max(abs(a - b) for a, b in zip(read_colour(colour, resolve).rgb, parse_rgb(digits), strict=True)) <= 1
    )
