"""Differences of presentations that come from their masters and layouts."""

from __future__ import annotations

from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.util import Cm

from tests.checkers.differences.presentations.presentation_decks import (
    DeckChange,
    differences,
    fill_solid,
    replace_children,
    xml,
)

pytestmark = pytest.mark.sampled

RED = RGBColor(255, 0, 0)


def move_in_master(deck: Any, name: str, **place: int) -> None:
    pages = [deck.slide_master, *deck.slide_layouts]
    bar = next(one for page in pages for one in page.shapes if one.name == name)
    for side, position in place.items():
        setattr(bar, side, position)


def fill_layout(deck: Any) -> None:
    """Fill the background of the layout, which LibreOffice makes that of the master."""
    page = (
        deck.slide_layouts[0]
        if deck.slide_master._element.find(".//{*}bgRef") is not None
        else deck.slide_master
    )
    fill_solid(page.background, RED)


def recolour_theme(deck: Any) -> None:
    part = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    part._blob = part.blob.replace(b"8064A2", b"FF0000").replace(b"8064a2", b"FF0000")


MASTER_CHANGES: list[tuple[str, DeckChange, list[str]]] = [
    (
        "shape of the master moved",
        lambda deck: move_in_master(deck, "Bar", top=Cm(17)),
        [f"slide {n}/master page/shape Bar: top was 18.00 cm, is 17.00 cm" for n in (1, 2)],
    ),
    (
        "shape of the layout moved",
        lambda deck: move_in_master(deck, "Corner", left=Cm(10)),
        [f"slide {n}/master page/shape Corner: left was 0.00 cm, is 10.00 cm" for n in (1, 2)],
    ),
    (
        "background of the layout",
        fill_layout,
        [f"slide {n}: background was '#FDEADA', is '#FF0000'" for n in (1, 2)],
    ),
    (
        "colour of the theme",
        recolour_theme,
        [
            f"slide {n}/master page/shape {name}: fill was '#8064A2', is '#FF0000'"
            for n in (1, 2)
            for name in ("Bar", "Corner")
        ],
    ),
    (
        "shapes of the master not shown",
        lambda deck: deck.slides[0]._element.set("showMasterSp", "0"),
        [f"slide 1/master page/shape {name}: removed" for name in ("Bar", "Corner")],
    ),
]


@pytest.mark.parametrize("start", ["presentation_master", "presentation_master_saved"])
@pytest.mark.parametrize(
    ("change", "expected"), [pytest.param(*row[1:], id=row[0]) for row in MASTER_CHANGES]
)
def test_a_change_of_the_master_is_seen_on_each_slide(
    start: str, change: DeckChange, expected: list[str]
) -> None:
    assert differences(start, change) == expected


def test_what_slides_inherit_is_seen_on_them() -> None:
    def redden_titles(deck: Any) -> None:
        style = deck.slide_master._element.find("{*}txStyles/{*}titleStyle//{*}defRPr")
        replace_children(style, "solidFill", xml('<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>'))

    def move_body(deck: Any) -> None:
        body = deck.slide_layouts[0].placeholders[1]
        body.left, body.top, body.width, body.height = Cm(4), Cm(5), Cm(18), Cm(10)

    assert differences("presentation_master", redden_titles) == [
        f"slide {n}/placeholder title/paragraph 1/characters 'Page{n}': colour was '#000000', is '#FF0000'"
        for n in (1, 2)
    ]
    assert differences("presentation_master", move_body) == [
        f"slide {n}/placeholder body: left was 3.00 cm, is 4.00 cm" for n in (1, 2)
    ]
