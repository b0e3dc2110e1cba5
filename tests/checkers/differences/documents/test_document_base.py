"""A document with something of each kind, and what is read of it as a whole."""

from __future__ import annotations

import struct
import zlib
from functools import partial
from pathlib import Path

import pytest

from checkers.differences.compare import compare
from checkers.differences.documents.document_tree import read_docx_tree
from checkers.evidence import Unusable
from tests.checkers.office_files import edited, zipped

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
PIC = 'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
WPS = 'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
V = 'xmlns:v="urn:schemas-microsoft-com:vml"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

Replacement = tuple[str, str, str]
"""A part, a text in it and another one."""

BODY, STYLES, SETTINGS = "word/document.xml", "word/styles.xml", "word/settings.xml"
HEADER, FOOTER, NOTES, COMMENTS = (
    "word/header1.xml",
    "word/footer1.xml",
    "word/footnotes.xml",
    "word/comments.xml",
)
LISTS, LINKS, CHART = "word/numbering.xml", "word/_rels/document.xml.rels", "word/chart1.xml"


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def picture(red: int) -> bytes:
    """A PNG file of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    content = (
        chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes([0, red, 0, 0]))) + chunk(b"IEND", b"")
    )
    return b"\x89PNG\r\n\x1a\n" + content


THEME = f"""<a:theme {A}><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="000000"/></a:dk1>
<a:accent1><a:srgbClr val="4F81BD"/></a:accent1></a:clrScheme><a:fontScheme><a:majorFont><a:latin typeface="Cambria"/>
</a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>"""

STYLE_SHEET = f"""<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/>
<w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="200"/></w:pPr></w:pPrDefault>
</w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>
<w:pPr><w:spacing w:before="480"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Bullets"><w:name w:val="List Bullet"/><w:basedOn w:val="Normal"/>
<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Mid"><w:name w:val="Mid"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style>
<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>
<w:top w:val="single" w:sz="4" w:color="auto"/><w:bottom w:val="single" w:sz="4" w:color="auto"/>
<w:insideH w:val="single" w:sz="4" w:color="auto"/></w:tblBorders></w:tblPr>
<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="DDDDDD"/></w:tcPr>
</w:tblStylePr></w:style></w:styles>"""

NUMBERING = f"""<w:numbering {W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>
<w:lvlText w:val="&#xF0B7;"/><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr><w:rPr><w:rFonts w:ascii="Symbol"/>
</w:rPr></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/>
<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/>
<w:lvlText w:val="%2)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/>
<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>"""

INLINE = f"""<w:r><w:drawing><wp:inline {WP}><wp:extent cx="1800000" cy="1080000"/>
<wp:docPr id="1" name="P" descr="A cat"/>
<a:graphic {A}><a:graphicData><pic:pic {PIC}><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill><pic:spPr/></pic:pic>
</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"""
DRAWN_CHART = f"""<w:r><w:drawing><wp:inline {WP}><a:graphic {A}><a:graphicData><c:chart {C} r:id="rId11"/>
</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"""
PIE = f"""<c:chartSpace {C}><c:chart><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Boats</c:v></c:tx><c:val><c:v>4</c:v>
<c:v>5.0</c:v></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>"""
BOX = f"""<w:r><w:drawing><wp:anchor {WP} behindDoc="0" relativeHeight="5"><wp:positionH relativeFrom="column">
<wp:posOffset>360000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset>
</wp:positionV><wp:extent cx="1800000" cy="720000"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="2" name="B"/>
<a:graphic {A}><a:graphicData><wps:wsp {WPS}><wps:spPr><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="FFF2CC"/>
</a:solidFill></wps:spPr><wps:txbx><w:txbxContent>{paragraph(run("In a box"))}</w:txbxContent></wps:txbx><wps:bodyPr/>
</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"""
FORMULA = f"""<m:oMath {M}><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den>
</m:f></m:oMath>"""
BY_ANNA = 'w:id="9" w:author="Anna" w:date="2026-01-01T10:00:00Z"'
NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'


def cell(text: str, properties: str = "") -> str:
    return f'<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>{properties}</w:tcPr>{paragraph(run(text))}</w:tc>'


BLOCKS = [
    paragraph(run("Title"), '<w:pStyle w:val="H1"/>'),
    paragraph(
        run("Some ") + run("plain") + run(" text, ") + run("red", '<w:color w:val="FF0000"/>') + run(".")
    ),
    paragraph(run("A bullet"), '<w:pStyle w:val="Bullets"/>'),
    paragraph(run("Step one"), NUMBERED),
    paragraph(run("Step two"), NUMBERED),
    '<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="1"/></w:tblPr>'
    '<w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>'
    f"<w:tr>{cell('Boat')}{cell('Seats')}</w:tr><w:tr>{cell('Tern')}{cell('4')}</w:tr></w:tbl>",
    paragraph(run("Picture ") + INLINE),
    paragraph(run("Noted") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(" here.")),
    paragraph(run("See ") + f'<w:hyperlink r:id="rId6">{run("the page")}</w:hyperlink>' + run(".")),
    paragraph(run("Keep ") + f"<w:ins {BY_ANNA}>{run('new ')}</w:ins>" + run("words.")),
    paragraph(
        f'{run("A ")}<w:commentRangeStart w:id="3"/>{run("doubtful")}<w:commentRangeEnd w:id="3"/>'
        '<w:r><w:commentReference w:id="3"/></w:r>' + run(" claim.")
    ),
    paragraph(BOX + run("Beside a box.")),
    paragraph(run("The share ") + FORMULA + run(".")),
    paragraph(run("Last.")),
]
SECTION = """<w:sectPr><w:headerReference w:type="default" r:id="rId7"/>
<w:footerReference w:type="default" r:id="rId8"/>
<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:bottom="1440" w:left="1440" w:right="1440" w:header="720"
 w:footer="720"/></w:sectPr>"""
SIMPLE_PAGE = f'<w:fldSimple w:instr="PAGE  \\* MERGEFORMAT">{run("1")}</w:fldSimple>'


def relation(number: int, kind: str, target: str, mode: str = "Internal") -> str:
    return f'<Relationship Id="rId{number}" Type="{RELATIONS}/{kind}" Target="{target}" TargetMode="{mode}"/>'


def document() -> bytes:
    """A document with something of each kind."""
    related = [
        *(relation(n, k, f"{k}.xml") for n, k in enumerate(("styles", "theme", "settings", "numbering"), 1)),
        relation(5, "image", "media/a.png"),
        relation(6, "hyperlink", "https://example.org/a", "External"),
        relation(7, "header", "header1.xml"),
        relation(8, "footer", "footer1.xml"),
        relation(9, "footnotes", "footnotes.xml"),
        relation(10, "comments", "comments.xml"),
        relation(11, "chart", "chart1.xml"),
    ]
    members = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">{relation(1, "officeDocument", BODY)}</Relationships>',
        LINKS: f'<Relationships xmlns="{PACKAGE}">{"".join(related)}</Relationships>',
        BODY: f"<w:document {W} {R}><w:body>{''.join(BLOCKS)}{SECTION}</w:body></w:document>",
        STYLES: STYLE_SHEET,
        CHART: PIE,
        "word/theme.xml": THEME,
        SETTINGS: f"<w:settings {W}><w:zoom/></w:settings>",
        LISTS: NUMBERING,
        HEADER: f"<w:hdr {W}>{paragraph(run('The head'))}</w:hdr>",
        FOOTER: f"<w:ftr {W}>{paragraph(run('Page ') + SIMPLE_PAGE)}</w:ftr>",
        NOTES: f'<w:footnotes {W}><w:footnote w:id="2">{paragraph(run(" A note."))}</w:footnote></w:footnotes>',
        COMMENTS: f'<w:comments {W}><w:comment w:id="3" w:author="Ben">{paragraph(run("Sure?"))}</w:comment>'
        "</w:comments>",
    }
    return zipped({name: text.encode() for name, text in members.items()} | {"word/media/a.png": picture(1)})


def replaced(*replacements: Replacement) -> bytes:
    """The document with texts of its parts replaced, each once."""
    data = document()
    for member, old, new in replacements:
        data = edited(data, member, partial(replace_once, old.encode(), new.encode()))
    return data


def replace_once(old: bytes, new: bytes, data: bytes) -> bytes:
    assert old in data, f"{old!r} is not in {data!r}"
    return data.replace(old, new, 1)


def differences(before: bytes, after: bytes) -> list[str]:
    trees = [read_docx_tree(data, "a.docx") for data in (before, after)]
    return [str(change) for change in compare(*trees)]


FILES = Path(__file__).parents[1] / "files"


@pytest.mark.parametrize("name", ["letter", "table", "review"])
def test_an_idle_save_by_libreoffice_makes_no_difference(name: str) -> None:
    before, after = ((FILES / f"document_{name}{end}.docx").read_bytes() for end in ("", "_saved"))
    assert before != after
    assert differences(before, after) == []


def test_a_document_is_its_blocks_and_then_its_sections() -> None:
    tree = read_docx_tree(document(), "a.docx")
    assert tree.kind == "document"
    assert [node.kind for node in tree.children] == [
        *["paragraph"] * 5,
        "table",
        *["paragraph"] * 8,
        "section",
    ]
    assert [node.text for node in tree.children[:2]] == ["Title", "Some plain text, red."]
    assert [node.kind for node in tree.children[-1].children] == ["header", "footer"]


@pytest.mark.parametrize(
    "data",
    [
        b"no archive",
        zipped({"mimetype": b"x"}),
        edited(document(), BODY, lambda data: data[:-20]),
        edited(document(), BODY, lambda data: data.replace(b"w:body", b"w:bodies")),
        edited(document(), BODY, lambda data: b"<!DOCTYPE x [<!ENTITY e 'e'>]>" + data),
        replaced(
            (BODY, '<w:t xml:space="preserve">plain</w:t>', '<w:sym w:font="Symbol" w:char="no number"/>')
        ),
        edited(document(), STYLES, lambda data: b""),
    ],
)
def test_a_damaged_or_hostile_file_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_docx_tree(data, "a.docx")
