"""Two spellings of one state make no difference."""

from __future__ import annotations

import pytest

from tests.checkers.differences.documents.test_document_base import (
    BLOCKS,
    BODY,
    BOX,
    FOOTER,
    LINKS,
    LISTS,
    SIMPLE_PAGE,
    STYLES,
    Replacement,
    cell,
    differences,
    paragraph,
    replaced,
    run,
)


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def plain(properties: str) -> Replacement:
    return BODY, run("plain"), run("plain", properties)


def last(properties: str, content: str = "") -> Replacement:
    return BODY, BLOCKS[-1], paragraph(content or run("Last."), properties)


def tern(properties: str) -> Replacement:
    return BODY, cell("Tern"), cell("Tern", properties)


PAGE_BREAK = '<w:r><w:br w:type="page"/></w:r>'
LINK = f'<w:hyperlink r:id="rId6">{run("the page")}</w:hyperlink>'
SHADED = '<w:shd w:val="{}" w:fill="{}"/>'

KEPT: Replacement = (BODY, "Title", "Title")

SAME = {
    "runs joined": (KEPT, (BODY, run("plain"), run("pl") + run("ain"))),
    "bold by a style": (plain("<w:b/>"), plain('<w:rStyle w:val="Strong"/>')),
    "not bold": (KEPT, plain('<w:rStyle w:val="Strong"/><w:b w:val="0"/>')),
    "font of the theme": (KEPT, plain('<w:rFonts w:ascii="Calibri"/>')),
    "size by default": (KEPT, plain('<w:sz w:val="22"/>')),
    "colour of the theme": (
        plain('<w:color w:val="4F81BD"/>'),
        plain('<w:color w:val="000000" w:themeColor="accent1"/>'),
    ),
    "highlight": (plain('<w:highlight w:val="yellow"/>'), plain(SHADED.format("clear", "FFFF00"))),
    "no underline": (KEPT, plain('<w:u w:val="none"/>')),
    "alignment by a style": (
        last('<w:jc w:val="center"/>'),
        last('<w:jc w:val="center"/><w:ind w:left="0"/>'),
    ),
    "start": (last('<w:ind w:left="300"/>'), last('<w:ind w:start="300"/>')),
    "space by default": (KEPT, last('<w:spacing w:after="200"/>')),
    "no list": (KEPT, last('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>')),
    "list by a style": (
        KEPT,
        (
            BODY,
            '<w:pStyle w:val="Bullets"/>',
            '<w:pStyle w:val="Bullets"/><w:numPr><w:numId w:val="1"/></w:numPr>',
        ),
    ),
    "ids of lists": (
        KEPT,
        (LISTS, 'w:numId="3"', 'w:numId="7"'),
    ),
    "bullet": (KEPT, (LISTS, "&#xF0B7;", "&#xB7;")),
    "name of a style": (KEPT, (STYLES, "heading 1", "Heading 1")),
    "break before": (
        last("<w:pageBreakBefore/>"),
        last("", PAGE_BREAK + run("Last.")),
    ),
    "break after": (
        last("<w:pageBreakBefore/>"),
        (BODY, f"{run('.')}</w:p>{BLOCKS[-1]}", f"{run('.')}{PAGE_BREAK}</w:p>{BLOCKS[-1]}"),
    ),
    "pattern": (tern(SHADED.format("clear", "BFBFBF")), tern(SHADED.format("pct25", "auto"))),
    "borders by a style": (
        KEPT,
        tern('<w:tcBorders><w:bottom w:val="single" w:sz="4" w:color="000000"/></w:tcBorders>'),
    ),
    "width of a cell": (KEPT, (BODY, cell("Tern"), cell("Tern").replace("2000", "2500"))),
    "field": (KEPT, (FOOTER, SIMPLE_PAGE, field(" PAGE ", run("9")))),
    "link": (
        KEPT,
        (BODY, LINK, field(' HYPERLINK "https://example.org/a" ', run("the page"))),
    ),
    "path of a site": (
        (LINKS, "https://example.org/a", "https://example.org"),
        (LINKS, "https://example.org/a", "https://example.org/"),
    ),
    "place of an anchor": (KEPT, (BODY, BOX + run("Beside a box."), run("Beside a box.") + BOX)),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_two_spellings_of_one_state_are_the_same(one: Replacement, other: Replacement) -> None:
    assert replaced(one) != replaced(other)
    assert differences(replaced(one), replaced(other)) == []
