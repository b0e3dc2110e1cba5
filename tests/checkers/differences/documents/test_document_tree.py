"""One thing is changed in a document: one difference."""

from __future__ import annotations

import pytest

from tests.checkers.differences.documents.test_document_base import (
    BLOCKS,
    BODY,
    BOX,
    BY_ANNA,
    COMMENTS,
    FOOTER,
    HEADER,
    LINKS,
    LISTS,
    NOTES,
    NUMBERED,
    SETTINGS,
    STYLES,
    cell,
    differences,
    document,
    paragraph,
    replaced,
    run,
)


def plain(properties: str) -> tuple[str, str, str]:
    """The replacement that gives the word "plain" a format."""
    return BODY, run("plain"), run("plain", properties)


def last(properties: str) -> tuple[str, str, str]:
    """The replacement that gives the last paragraph a format."""
    return BODY, BLOCKS[-1], paragraph(run("Last."), properties)


def placed(properties: str) -> tuple[str, str, str]:
    """The replacement that gives the cell "Tern" properties."""
    return BODY, cell("Tern"), cell("Tern", properties)


def word(change: str) -> list[str]:
    return [f"paragraph 2/characters 'plain': {change}"]


def end(*changes: str) -> list[str]:
    return [f"paragraph 13: {change}" for change in changes]


def tern(change: str) -> list[str]:
    return [f"table 1/row 2/cell 1: {change}"]


CHARACTERS = {
    "bold": (plain("<w:b/>"), word("bold was nothing, is True")),
    "italic": (plain("<w:i/>"), word("italic was nothing, is True")),
    "underline": (plain('<w:u w:val="double"/>'), word("underline was nothing, is 'double'")),
    "strike": (plain("<w:strike/>"), word("strike was nothing, is 'single'")),
    "size": (plain('<w:sz w:val="24"/>'), word("size was 11.0, is 12.0")),
    "font": (plain('<w:rFonts w:ascii="Arial"/>'), word("font was 'Calibri', is 'Arial'")),
    "colour": (plain('<w:color w:val="00B050"/>'), word("colour was nothing, is '#00B050'")),
    "highlight": (plain('<w:highlight w:val="yellow"/>'), word("background was nothing, is '#FFFF00'")),
    "capitals": (plain("<w:smallCaps/>"), word("capitals was nothing, is 'small'")),
    "superscript": (
        plain('<w:vertAlign w:val="superscript"/>'),
        word("position was nothing, is 'superscript'"),
    ),
    "spacing": (plain('<w:spacing w:val="10"/>'), word("spacing was nothing, is 0.5")),
    "hidden": (plain("<w:vanish/>"), word("hidden was nothing, is True")),
    "language": (plain('<w:lang w:val="de-DE"/>'), word("language was 'en-US', is 'de-DE'")),
    "automatic": (
        (BODY, '<w:color w:val="FF0000"/>', '<w:color w:val="auto"/>'),
        ["paragraph 2/characters 'red': colour was '#FF0000', is nothing"],
    ),
    "text": ((BODY, run("plain"), run("fancy")), ["paragraph 2: text was 'plain', is 'fancy'"]),
}
PARAGRAPHS = {
    "alignment": (last('<w:jc w:val="both"/>'), end("alignment was 'left', is 'justify'")),
    "indent": (last('<w:ind w:left="567"/>'), end("left indent was 0.00 cm, is 1.00 cm")),
    "hanging": (last('<w:ind w:hanging="567"/>'), end("first line indent was 0.00 cm, is -1.00 cm")),
    "space": (last('<w:spacing w:before="567"/>'), end("space before was 0.00 cm, is 1.00 cm")),
    "lines": (last('<w:spacing w:line="360"/>'), end("line spacing was 1.0, is 1.5")),
    "exact lines": (
        last('<w:spacing w:line="300" w:lineRule="exact"/>'),
        end("line spacing was 1.0, is 'exactly 15 pt'"),
    ),
    "keep": (last("<w:keepNext/>"), end("keep with next was nothing, is True")),
    "break": (last("<w:pageBreakBefore/>"), end("break before was nothing, is 'page'")),
    "fill": (last('<w:shd w:val="clear" w:fill="EEEEEE"/>'), end("fill was nothing, is '#EEEEEE'")),
    "border": (
        last('<w:pBdr><w:top w:val="single" w:sz="8" w:color="FF0000"/></w:pBdr>'),
        end("border top was nothing, is 'single 1 pt #FF0000'"),
    ),
    "tab": (
        last('<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="4000"/></w:tabs>'),
        end("tab stops was nothing, is 'right 200 pt dot'"),
    ),
    "list": (last(NUMBERED), end("list was nothing, is '1.'", "list level was nothing, is 1")),
    "level": (
        (BODY, NUMBERED, NUMBERED.replace("0", "1", 1)),
        ["paragraph 4: list was '1.', is 'a)'", "paragraph 4: list level was 1, is 2"],
    ),
    "bullet": ((LISTS, "&#xF0B7;", "&#xF0A7;"), ["paragraph 3: list was '•', is '♣'"]),
    "restart": (
        last(NUMBERED.replace('numId w:val="2"', 'numId w:val="3"')),
        end("list was nothing, is '1.'", "list level was nothing, is 1", "list number was nothing, is 1"),
    ),
    "heading": (
        (BODY, '<w:pStyle w:val="H1"/>', ""),
        [
            "paragraph 1: outline level was 1, is nothing",
            "paragraph 1: space before was 0.85 cm, is 0.00 cm",
            "paragraph 1: style was 'Heading 1', is 'Normal'",
            "paragraph 1/characters 'Title': bold was True, is nothing",
            "paragraph 1/characters 'Title': size was 14.0, is 11.0",
        ],
    ),
    "style changed": (
        (STYLES, '<w:sz w:val="28"/>', '<w:sz w:val="40"/>'),
        ["paragraph 1/characters 'Title': size was 14.0, is 20.0"],
    ),
    "page break": (
        (BODY, BLOCKS[-1], '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' + BLOCKS[-1]),
        ["paragraph 13: break before was nothing, is 'page'", "paragraph 13: added"],
    ),
    "added": ((BODY, BLOCKS[-1], BLOCKS[-1] + paragraph(run("More."))), ["paragraph 14: added: 'More.'"]),
    "removed": ((BODY, BLOCKS[2], ""), ["paragraph 3: removed: 'A bullet'"]),
    "line break": (
        (BODY, run(" text, "), "<w:r><w:br/></w:r>" + run(" text, ")),
        ["paragraph 2: text was '', is '\\n'"],
    ),
}
TABLES = {
    "fill": (placed('<w:shd w:val="clear" w:fill="FFFF00"/>'), tern("fill was nothing, is '#FFFF00'")),
    "border": (
        placed('<w:tcBorders><w:bottom w:val="double" w:sz="6" w:color="FF0000"/></w:tcBorders>'),
        tern("border bottom was 'single 0.5 pt #000000', is 'double 0.75 pt #FF0000'"),
    ),
    "alignment": (placed('<w:vAlign w:val="center"/>'), tern("vertical alignment was nothing, is 'center'")),
    "merged": (
        (BODY, cell("Tern") + cell("4"), cell("Tern", '<w:gridSpan w:val="2"/>').replace("2000", "4000")),
        ["table 1/row 2/cell 2: removed: '4'", "table 1/row 2/cell 1: columns was nothing, is 2"],
    ),
    "column": (
        (BODY, '<w:gridCol w:w="2000"/>', '<w:gridCol w:w="3000"/>'),
        ["table 1/column 1: width was 3.53 cm, is 5.29 cm"],
    ),
    "header row": (
        (BODY, f"<w:tr>{cell('Boat')}", f"<w:tr><w:trPr><w:tblHeader/></w:trPr>{cell('Boat')}"),
        ["table 1/row 1: repeated heading was nothing, is True"],
    ),
    "row": ((BODY, f"<w:tr>{cell('Tern')}{cell('4')}</w:tr>", ""), ["table 1/row 2: removed: 'Tern\\n\\n4'"]),
    "style": (
        (STYLES, 'w:fill="DDDDDD"', 'w:fill="BBBBBB"'),
        [f"table 1/row 1/cell {each}: fill was '#DDDDDD', is '#BBBBBB'" for each in (1, 2)],
    ),
}
OBJECTS = {
    "picture size": (
        (BODY, 'cx="1800000" cy="1080000"', 'cx="3600000" cy="1080000"'),
        ["paragraph 6/picture 1: width was 5.00 cm, is 10.00 cm"],
    ),
    "alternative text": (
        (BODY, "A cat", "A dog"),
        ["paragraph 6/picture 1: alternative text was 'A cat', is 'A dog'"],
    ),
    "box moved": (
        (BODY, "<wp:posOffset>360000", "<wp:posOffset>720000"),
        ["paragraph 11/text box 1: horizontal position was 1.00 cm, is 2.00 cm"],
    ),
    "box text": (
        (BODY, "In a box", "In the box"),
        ["paragraph 11/text box 1/paragraph 1: text was 'a', is 'the'"],
    ),
    "box fill": ((BODY, "FFF2CC", "00FF00"), ["paragraph 11/text box 1: fill was '#FFF2CC', is '#00FF00'"]),
    "wrap": (
        (BODY, '<wp:wrapSquare wrapText="bothSides"/>', "<wp:wrapNone/>"),
        ["paragraph 11/text box 1: wrap was 'square', is 'in front of text'"],
    ),
    "box removed": ((BODY, BOX, ""), ["paragraph 11/text box 1: removed: 'In a box'"]),
    "formula": ((BODY, "<m:t>b</m:t>", "<m:t>c</m:t>"), ["paragraph 12: text was 'b', is 'c'"]),
    "note": ((NOTES, "A note", "The note"), ["paragraph 7/footnote 1/paragraph 1: text was 'A', is 'The'"]),
    "note removed": (
        (BODY, '<w:r><w:footnoteReference w:id="2"/></w:r>', ""),
        ["paragraph 7: text was '￼', is ''", "paragraph 7/footnote 1: removed: 'A note.'"],
    ),
    "link": (
        (LINKS, "example.org/a", "example.org/b"),
        ["paragraph 8/characters 'thepage': link was 'https://example.org/a', is 'https://example.org/b'"],
    ),
    "change accepted": (
        (BODY, f"<w:ins {BY_ANNA}>{run('new ')}</w:ins>", run("new ")),
        ["paragraph 9/characters 'new': inserted by was 'Anna', is nothing"],
    ),
    "change rejected": (
        (BODY, f"<w:ins {BY_ANNA}>{run('new ')}</w:ins>", ""),
        ["paragraph 9: text was ' new', is ''"],
    ),
    "deletion": (
        (BODY, run("words."), f"<w:del {BY_ANNA}><w:r><w:delText>words.</w:delText></w:r></w:del>"),
        ["paragraph 9/characters 'words.': deleted by was nothing, is 'Anna'"],
    ),
    "comment": (
        (COMMENTS, "Sure?", "Really?"),
        ["paragraph 10/characters 'doubtful': comment was 'Ben: Sure?', is 'Ben: Really?'"],
    ),
    "comment removed": (
        (
            BODY,
            '<w:commentRangeStart w:id="3"/>' + run("doubtful") + '<w:commentRangeEnd w:id="3"/>'
            '<w:r><w:commentReference w:id="3"/></w:r>',
            run("doubtful"),
        ),
        ["paragraph 10/characters 'doubtful': comment was 'Ben: Sure?', is nothing"],
    ),
    "bookmark": (
        (
            BODY,
            run("plain"),
            f'<w:bookmarkStart w:id="1" w:name="here"/>{run("plain")}<w:bookmarkEnd w:id="1"/>',
        ),
        word("bookmark was nothing, is 'here'"),
    ),
    "control": (
        (
            BODY,
            run("plain"),
            f"<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>{run('plain')}</w:sdtContent></w:sdt>",
        ),
        word("content control was nothing, is 'text'"),
    ),
}
PAGES = {
    "header": (
        (HEADER, "The head", "My head"),
        ["section 1/header default/paragraph 1: text was 'The', is 'My'"],
    ),
    "field": (
        (FOOTER, "PAGE ", "NUMPAGES "),
        ["section 1/footer default/paragraph 1: text was 'PAGE', is 'NUMPAGES'"],
    ),
    "no footer": (
        (BODY, '<w:footerReference w:type="default" r:id="rId8"/>', ""),
        [
            "section 1: footer distance was 1.27 cm, is nothing",
            "section 1/footer default: removed: 'Page {PAGE}'",
        ],
    ),
    "margin": ((BODY, 'w:left="1440"', 'w:left="2007"'), ["section 1: margin left was 2.54 cm, is 3.54 cm"]),
    "landscape": (
        (BODY, '<w:pgSz w:w="11906" w:h="16838"/>', '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>'),
        ["section 1: orientation was 'portrait', is 'landscape'"],
    ),
    "columns": (
        (BODY, "<w:pgSz", '<w:cols w:num="2" w:space="567"/><w:pgSz'),
        ["section 1: column spacing was nothing, is 1.00 cm", "section 1: columns was nothing, is 2"],
    ),
    "section": (
        last('<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'),
        [*end("section break was nothing, is 'next page'"), "section 1: added"],
    ),
    "recording": ((SETTINGS, "<w:zoom/>", "<w:trackRevisions/>"), [": records changes was nothing, is True"]),
    "protection": (
        (SETTINGS, "<w:zoom/>", '<w:documentProtection w:edit="readOnly" w:enforcement="1"/>'),
        [": protection was nothing, is 'readOnly'"],
    ),
}
CHANGES = [
    pytest.param(*replacement, expected, id=f"{group}: {name}")
    for group, table in (
        ("characters", CHARACTERS),
        ("paragraph", PARAGRAPHS),
        ("table", TABLES),
        ("object", OBJECTS),
        ("page", PAGES),
    )
    for name, (replacement, expected) in table.items()
]


@pytest.mark.parametrize(("member", "old", "new", "expected"), CHANGES)
def test_one_change_is_one_difference(member: str, old: str, new: str, expected: list[str]) -> None:
    assert differences(document(), replaced((member, old, new))) == expected
