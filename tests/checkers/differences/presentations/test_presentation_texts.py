"""Differences of presentations: one thing changed about a text gives that change alone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pptx.enum.text import PP_ALIGN
from pptx.util import Pt

from tests.checkers.differences.presentations.presentation_decks import (
    BOTH,
    DeckChange,
    differences,
    paragraph,
    replace_children,
    run,
    xml,
)

pytestmark = pytest.mark.sampled

TITLE = "slide 3/placeholder title/paragraph 1"
BODY = "slide 1/placeholder body/paragraph"
WHITE = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
BULLETS = "buNone buChar buAutoNum buFont buClr tabLst"


def set_font(**values: Any) -> DeckChange:
    """Return a change of the font of slide 3's title."""

    def change(deck: Any) -> None:
        for attribute, value in values.items():
            setattr(run(deck, 3, "title").font, attribute, value)

    return change


def set_run(**values: str) -> DeckChange:
    """Return a change of attributes of the characters of slide 3's title."""

    def change(deck: Any) -> None:
        for attribute, value in values.items():
            run(deck, 3, "title")._r.get_or_add_rPr().set(attribute, value)

    return change


def set_paragraph(**values: Any) -> DeckChange:
    """Return a change of the first paragraph of slide 1's body."""

    def change(deck: Any) -> None:
        for attribute, value in values.items():
            setattr(paragraph(deck, 1, "body"), attribute, value)

    return change


def set_bullet(number: int, *elements: str) -> DeckChange:
    """Return a change of the bullet of a paragraph of slide 1's body."""

    def change(deck: Any) -> None:
        properties = paragraph(deck, 1, "body", number)._p.get_or_add_pPr()
        replace_children(properties, BULLETS, *map(xml, elements))

    return change


def whiten(deck: Any) -> None:
    properties = run(deck, 3, "title")._r.get_or_add_rPr()
    replace_children(properties, "solidFill")
    properties.insert(0, xml(WHITE))


def find_link(deck: Any) -> Any:
    return next(one for one in paragraph(deck, 2, "Remark").runs if one.text == "link")


def highlight(deck: Any) -> None:
    run(deck, 2, "Remark")._r.get_or_add_rPr().append(
        xml('<a:highlight><a:srgbClr val="FFFF00"/></a:highlight>')
    )


def insert_paragraph(deck: Any) -> None:
    second = paragraph(deck, 1, "body", 2)._p
    new = deepcopy(second)
    new.find("{*}r/{*}t").text = "Inserted"
    second.addnext(new)


def remove_paragraph(deck: Any) -> None:
    second = paragraph(deck, 1, "body", 2)._p
    second.getparent().remove(second)


TEXT_CHANGES: list[tuple[str, DeckChange, list[str]]] = [
    (
        "text",
        lambda deck: setattr(run(deck, 3, "title"), "text", "Figures"),
        [f"{TITLE}: text was 'Data', is 'Figures'"],
    ),
    ("bold", set_font(bold=True), [f"{TITLE}/characters 'Data': bold was nothing, is True"]),
    ("italic", set_font(italic=True), [f"{TITLE}/characters 'Data': italic was nothing, is True"]),
    ("white", whiten, [f"{TITLE}/characters 'Data': colour was '#000000', is '#FFFFFF'"]),
    ("size", set_font(size=Pt(20)), [f"{TITLE}/characters 'Data': size was 44.0, is 20.0"]),
    (
        "font",
        set_font(name="Courier New"),
        [f"{TITLE}/characters 'Data': font was 'Calibri', is 'Courier New'"],
    ),
    (
        "underlined",
        set_font(underline=True),
        [f"{TITLE}/characters 'Data': underline was nothing, is 'single'"],
    ),
    (
        "struck through",
        set_run(strike="sngStrike"),
        [f"{TITLE}/characters 'Data': strike was nothing, is 'single'"],
    ),
    (
        "superscript",
        set_run(baseline="30000"),
        [f"{TITLE}/characters 'Data': position was nothing, is 'superscript'"],
    ),
    ("capitals", set_run(cap="all"), [f"{TITLE}/characters 'Data': capitals was nothing, is 'all'"]),
    ("spaced", set_run(spc="300"), [f"{TITLE}/characters 'Data': spacing was nothing, is 3.0"]),
    ("pair kerning, which LibreOffice writes as spacing", set_run(spc="-1"), []),
    (
        "highlight",
        highlight,
        ["slide 2/shape Remark/paragraph 1/characters 'plain': highlight was nothing, is '#FFFF00'"],
    ),
    (
        "link",
        lambda deck: setattr(find_link(deck).hyperlink, "address", "https://example.org/other"),
        [
            "slide 2/shape Remark/paragraph 1/characters 'link': "
            "link was 'https://example.org/', is 'https://example.org/other'"
        ],
    ),
    (
        "alignment",
        set_paragraph(alignment=PP_ALIGN.RIGHT),
        [f"{BODY} 1: alignment was 'left', is 'right'"],
    ),
    ("line spacing", set_paragraph(line_spacing=1.5), [f"{BODY} 1: line spacing was 1.0, is 1.5"]),
    (
        "exact line spacing",
        set_paragraph(line_spacing=Pt(72)),
        [f"{BODY} 1: line spacing was 1.0, is 2.54 cm"],
    ),
    (
        "space before",
        set_paragraph(space_before=Pt(36)),
        [f"{BODY} 1: space before was 0.23 cm, is 1.27 cm"],
    ),
    (
        "space after",
        set_paragraph(space_after=Pt(36)),
        [f"{BODY} 1: space after was 0.00 cm, is 1.27 cm"],
    ),
    (
        "margin",
        lambda deck: paragraph(deck, 1, "body")._p.get_or_add_pPr().set("marL", "720000"),
        [f"{BODY} 1: left margin was 0.95 cm, is 2.00 cm"],
    ),
    (
        "bullet off",
        set_bullet(1, "<a:buNone/>"),
        [f"{BODY} 1: bullet was '•', is nothing", f"{BODY} 1: indent was -0.95 cm, is 0.00 cm"],
    ),
    (
        "other bullet",
        set_bullet(1, '<a:buFont typeface="Wingdings"/>', '<a:buChar char="§"/>'),
        [f"{BODY} 1: bullet was '•', is '§ (Wingdings)'"],
    ),
    (
        "the same bullet in the font of symbols, as LibreOffice writes it",
        set_bullet(1, '<a:buFont typeface="Symbol"/>', '<a:buChar char="\uf0b7"/>'),
        [],
    ),
    (
        "number",
        set_bullet(1, '<a:buAutoNum type="arabicPeriod"/>'),
        [f"{BODY} 1: bullet was '•', is 'number arabicPeriod'"],
    ),
    (
        "first number",
        set_bullet(4, '<a:buAutoNum type="arabicPeriod" startAt="5"/>'),
        [f"{BODY} 4: first number was nothing, is 5"],
    ),
    ("paragraph inserted", insert_paragraph, [f"{BODY} 3: added: 'Inserted'"]),
    ("paragraph removed", remove_paragraph, [f"{BODY} 2: removed: 'Second point'"]),
]


@pytest.mark.parametrize("start", BOTH)
@pytest.mark.parametrize(("change", "expected"), [pytest.param(*row[1:], id=row[0]) for row in TEXT_CHANGES])
def test_one_change_of_a_text_is_seen_alone(start: str, change: DeckChange, expected: list[str]) -> None:
    assert differences(start, change) == expected


def test_a_level_brings_what_the_master_gives_it() -> None:
    changes = differences("presentation_slides", set_paragraph(level=1))
    assert changes == [
        f"{BODY} 1: bullet was '•', is '–'",
        f"{BODY} 1: indent was -0.95 cm, is -0.79 cm",
        f"{BODY} 1: left margin was 0.95 cm, is 2.06 cm",
        f"{BODY} 1: level was nothing, is 1",
        f"{BODY} 1/characters 'Firstpoint': size was 32.0, is 28.0",
    ]


def test_formats_are_the_same_whether_set_or_inherited() -> None:
    def set_what_is(deck: Any) -> None:
        title = run(deck, 3, "title").font
        title.size, title.name, title.bold, title.italic = Pt(44), "Calibri", False, False
        paragraph(deck, 3, "title").alignment = PP_ALIGN.CENTER
        body = paragraph(deck, 1, "body")
        body.space_before, body.line_spacing = Pt(6.4), 1.0

    assert differences("presentation_slides", set_what_is) == []


def test_a_text_is_the_same_however_it_is_cut_into_runs() -> None:
    def cut(deck: Any) -> None:
        first = run(deck, 3, "title")._r
        second = deepcopy(first)
        first.find("{*}t").text, second.find("{*}t").text = "Da", "ta"
        first.addnext(second)

    assert differences("presentation_slides", cut) == []
