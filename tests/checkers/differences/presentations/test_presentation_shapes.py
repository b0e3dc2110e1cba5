"""Differences of presentations: one thing changed about a shape gives that change alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_LINE
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE
from pptx.util import Cm, Pt

from checkers.differences.presentations.xml import expand
from tests.checkers.differences.presentations.presentation_decks import (
    BOTH,
    DeckChange,
    differences,
    draw_picture,
    fill_solid,
    replace_children,
    shape,
    xml,
)

pytestmark = pytest.mark.sampled

RED = RGBColor(255, 0, 0)


def set_on(name: str, **values: Any) -> DeckChange:
    """Return a change of properties of a shape of slide 2."""

    def change(deck: Any) -> None:
        for attribute, value in values.items():
            setattr(shape(deck, 2, name), attribute, value)

    return change


def move_right(name: str) -> DeckChange:
    def change(deck: Any) -> None:
        shape(deck, 2, name).left += Cm(1)

    return change


def remove(slide: int, name: str) -> DeckChange:
    def change(deck: Any) -> None:
        element = shape(deck, slide, name)._element
        element.getparent().remove(element)

    return change


def on(slide: int, name: str, change: Callable[[Any], object]) -> DeckChange:
    """Return a change that is applied to a shape."""
    return lambda deck: change(shape(deck, slide, name))


def add_off_the_slide(deck: Any) -> None:
    box = deck.slides[1].shapes.add_textbox(Cm(30), Cm(5), Cm(3), Cm(1))
    box.name, box.text_frame.text = "Away", "away"


def bring_to_front(deck: Any) -> None:
    deck.slides[1].shapes._spTree.append(shape(deck, 2, "Card")._element)


def cast_shadow(card: Any) -> None:
    shadow = '<a:outerShdw blurRad="0" dist="360000" dir="0"><a:srgbClr val="FF0000"/></a:outerShdw>'
    replace_children(card._element.spPr, "effectLst", xml(f"<a:effectLst>{shadow}</a:effectLst>"))


def add_arrowhead(line: Any) -> None:
    line.line._get_or_add_ln().append(xml('<a:tailEnd type="triangle"/>'))


def replace_picture(photo: Any) -> None:
    _, relationship = photo.part.get_or_add_image_part(draw_picture("red"))
    photo._element.blipFill.blip.set(expand("r:embed"), relationship)


def change_footer(deck: Any) -> None:
    next(one for one in deck.slides[3]._element.iter("{*}t") if one.text == "Tea room").text = "Coffee room"


def remove_slide_number(deck: Any) -> None:
    for element in list(deck.slides[3].shapes._spTree.iter("{*}sp")):
        if (placeholder := element.find(".//{*}ph")) is not None and placeholder.get("type") == "sldNum":
            element.getparent().remove(element)


def place_body(deck: Any) -> None:
    body = shape(deck, 5, "body")
    left, top, width, height = body.left, body.top, body.width, body.height
    body.left, body.top, body.width, body.height = left, top, width, height - Cm(2)


SHAPE_CHANGES: list[tuple[str, DeckChange, list[str]]] = [
    ("moved", move_right("Card"), ["slide 2/shape Card: left was 1.00 cm, is 2.00 cm"]),
    ("resized", set_on("Card", width=Cm(6)), ["slide 2/shape Card: width was 5.00 cm, is 6.00 cm"]),
    ("rotated", set_on("Card", rotation=15), ["slide 2/shape Card: rotation was nothing, is 15.0"]),
    (
        "flipped",
        on(2, "Card", lambda card: card._element.spPr.xfrm.set("flipH", "1")),
        ["slide 2/shape Card: flipped horizontally was nothing, is True"],
    ),
    (
        "moved though it grows with its text",
        move_right("Short"),
        ["slide 2/shape Short: center was 14.00 cm, is 15.00 cm"],
    ),
    ("height that follows from the text", set_on("Remark", height=Cm(9)), []),
    ("line moved", set_on("Rule", top=Cm(14)), ["slide 2/line Rule: top was 12.00 cm, is 14.00 cm"]),
    ("placeholder resized", place_body, ["slide 5/placeholder body: height was 12.57 cm, is 10.57 cm"]),
    ("added off the slide", add_off_the_slide, ["slide 2/shape Away: added: 'away'"]),
    ("removed", remove(2, "Coin"), ["slide 2/shape Coin: removed"]),
    ("to front", bring_to_front, ["slide 2/shape Card: moved: 'A card'"]),
    (
        "hidden",
        on(2, "Coin", lambda coin: coin._element.nvSpPr.cNvPr.set("hidden", "1")),
        ["slide 2/shape Coin: hidden was nothing, is True"],
    ),
    (
        "outline",
        on(2, "Coin", lambda coin: coin._element.spPr.prstGeom.set("prst", "diamond")),
        ["slide 2/shape Coin: geometry was 'ellipse', is 'diamond'"],
    ),
    (
        "rounding of corners",
        on(2, "Card", lambda card: card.adjustments.__setitem__(0, 0.1)),
        ["slide 2/shape Card: adjustment adj was 0.3, is 0.1"],
    ),
    (
        "fill",
        on(2, "Card", lambda card: fill_solid(card, RED)),
        ["slide 2/shape Card: fill was '#C0504D', is '#FF0000'"],
    ),
    (
        "no fill",
        on(2, "Card", lambda card: card.fill.background()),
        ["slide 2/shape Card: fill was '#C0504D', is nothing"],
    ),
    (
        "line colour",
        on(2, "Card", lambda card: setattr(card.line.color, "rgb", RED)),
        ["slide 2/shape Card: line was '#000080', is '#FF0000'"],
    ),
    (
        "line width",
        on(2, "Card", lambda card: setattr(card.line, "width", Pt(3.5))),
        ["slide 2/shape Card: line width was 3.0, is 3.5"],
    ),
    (
        "line dash",
        on(2, "Card", lambda card: setattr(card.line, "dash_style", MSO_LINE.DASH)),
        ["slide 2/shape Card: line dash was nothing, is 'dash'"],
    ),
    (
        "no line",
        on(2, "Card", lambda card: card.line.fill.background()),
        [
            "slide 2/shape Card: line was '#000080', is nothing",
            "slide 2/shape Card: line width was 3.0, is nothing",
        ],
    ),
    ("arrowhead", on(2, "Rule", add_arrowhead), ["slide 2/line Rule: line end was nothing, is 'triangle'"]),
    (
        "shadow",
        on(2, "Card", cast_shadow),
        [
            "slide 2/shape Card: shadow was '#000000 35%', is '#FF0000'",
            "slide 2/shape Card: shadow blur was 0.11 cm, is 0.00 cm",
            "slide 2/shape Card: shadow direction was 90, is 0",
            "slide 2/shape Card: shadow distance was 0.06 cm, is 1.00 cm",
        ],
    ),
    (
        "text anchor",
        on(2, "Card", lambda card: setattr(card.text_frame, "vertical_anchor", MSO_ANCHOR.TOP)),
        ["slide 2/shape Card: text anchor was 'ctr', is 't'"],
    ),
    (
        "inset",
        on(2, "Card", lambda card: setattr(card.text_frame, "margin_left", Cm(1))),
        ["slide 2/shape Card: left inset was 0.25 cm, is 1.00 cm"],
    ),
    (
        "text no longer wraps",
        on(2, "Card", lambda card: setattr(card.text_frame, "word_wrap", False)),
        ["slide 2/shape Card: text wraps was True, is False"],
    ),
    (
        "text shrinks",
        on(2, "Card", lambda card: setattr(card.text_frame, "auto_size", MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE)),
        ["slide 2/shape Card: text fit was nothing, is 'shrink'"],
    ),
    (
        "link",
        on(2, "Card", lambda card: setattr(card.click_action.hyperlink, "address", "https://example.org/x")),
        ["slide 2/shape Card: link was nothing, is 'https://example.org/x'"],
    ),
    (
        "link to a slide",
        lambda deck: setattr(shape(deck, 4, "Leaving").click_action, "target_slide", deck.slides[2]),
        ["slide 4/shape Leaving: link was 'slide \"Opening\"', is 'slide \"Data\"'"],
    ),
    ("group removed", remove(2, "Pair"), ["slide 2/group Pair: removed: 'left'"]),
    ("removed from a group", remove(2, "Right"), ["slide 2/group Pair/shape Right: removed"]),
    (
        "other picture of the same size",
        on(2, "Photo", replace_picture),
        ["slide 2/picture Photo: picture was '3b6a630dce34051c', is '9ff616cae1d48c45'"],
    ),
    (
        "picture cropped at the bottom",
        on(2, "Photo", lambda photo: setattr(photo, "crop_bottom", 0.25)),
        ["slide 2/picture Photo: cropped bottom was 0.00 cm, is 1.00 cm"],
    ),
    (
        "description of a picture",
        on(2, "Photo", lambda photo: photo._element.nvPicPr.cNvPr.set("descr", "A disc")),
        ["slide 2/picture Photo: description was 'A dark disc', is 'A disc'"],
    ),
    ("footer", change_footer, ["slide 4/placeholder footer: text was 'Tea', is 'Coffee'"]),
    ("slide number removed", remove_slide_number, ["slide 4/placeholder slide number: removed"]),
]


@pytest.mark.parametrize("start", BOTH)
@pytest.mark.parametrize(("change", "expected"), [pytest.param(*row[1:], id=row[0]) for row in SHAPE_CHANGES])
def test_one_change_of_a_shape_is_seen_alone(start: str, change: DeckChange, expected: list[str]) -> None:
    assert differences(start, change) == expected


def test_a_place_is_the_same_whether_set_or_inherited() -> None:
    def place_where_it_is(deck: Any) -> None:
        body = shape(deck, 5, "body")
        body.left, body.top, body.width, body.height = body.left, body.top, body.width, body.height

    assert differences("presentation_slides", place_where_it_is) == []


def test_a_fill_is_the_same_whether_a_colour_of_the_theme_or_not() -> None:
    def fill_alike(deck: Any) -> None:
        fill_solid(shape(deck, 2, "Card"), RGBColor(0xC0, 0x50, 0x4D))

    assert differences("presentation_slides", fill_alike) == []
