"""Well-formed input of each kind that the host parses: where mutation starts from."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
from functools import cache
from typing import Any

import docx
import openpyxl
import pptx
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet, OpenDocumentText
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl.chart import BarChart, Reference
from PIL import Image

from tests.checkers.office_files import saved, zipped


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def lines(values: list[Any]) -> bytes:
    return b"".join(dumped(value) + b"\n" for value in values)


@cache
def docx_files() -> list[bytes]:
    document = docx.Document()
    document.add_heading("Title", 1)
    run = document.add_paragraph("one ", style="List Bullet").add_run("two")
    run.bold = True
    run.font.size = docx.shared.Pt(14)
    document.add_table(2, 2).cell(0, 0).text = "cell"
    document.sections[0].header.paragraphs[0].text = "header"
    return [saved(document.save)]


@cache
def xlsx_files() -> list[bytes]:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["name", "sum"], ["a", 1], ["b", 2.5], ["c", "=B2+B3"]):
        sheet.append(row)
    sheet["B2"].number_format = "0.00%"
    sheet.row_dimensions[3].hidden = True
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.title = "T"
    sheet.add_chart(chart, "D1")
    return [saved(book.save)]


@cache
def pptx_files() -> list[bytes]:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Title"
    slide.placeholders[1].text_frame.text = "one"
    slide.notes_slide.notes_text_frame.text = "notes"
    slide.shapes.add_table(1, 2, 0, 0, 100, 100)
    return [saved(deck.save)]


@cache
def odt_files() -> list[bytes]:
    document = OpenDocumentText()
    document.text.addElement(P(text="one"))
    table = Table(name="t")
    row = TableRow()
    cell = TableCell(valuetype="float", value=1)
    cell.addElement(P(text="1"))
    row.addElement(cell)
    table.addElement(row)
    document.text.addElement(table)
    return [saved(document.write), zipped({"content.xml": _ODT.encode()})]


@cache
def ods_files() -> list[bytes]:
    book = OpenDocumentSpreadsheet()
    table = Table(name="S")
    for value in (1, 2):
        row = TableRow(numberrowsrepeated=2)
        cell = TableCell(valuetype="float", value=value, formula="of:=[.A1]", numbercolumnsrepeated=2)
        cell.addElement(P(text=str(value)))
        row.addElement(cell)
        table.addElement(row)
    book.spreadsheet.addElement(table)
    return [saved(book.write)]


@cache
def odp_files() -> list[bytes]:
    return [
        zipped({"content.xml": _ODP.encode(), "styles.xml": _ODP_STYLES.encode()}),
        saved(OpenDocumentPresentation().write),
    ]


ODF_NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"),
        ("presentation", "presentation"),
    )
)
_ODT = (
    f"<office:document-content {ODF_NAMES}><office:automatic-styles>"
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="P2">'
    '<style:paragraph-properties fo:text-align="center" fo:line-height="150%"/>'
    '<style:text-properties fo:font-size="12pt" fo:color="#ff0000" fo:font-weight="bold"/></style:style>'
    "</office:automatic-styles><office:body><office:text>"
    '<text:list><text:list-item><text:p text:style-name="P1">a<text:s text:c="3"/>b<text:tab/>'
    '<text:span text:style-name="T1">c</text:span><text:a>d</text:a></text:p></text:list-item></text:list>'
    "<text:h>head</text:h></office:text></office:body></office:document-content>"
)
_ODP = (
    f"<office:document-content {ODF_NAMES}><office:body><office:presentation>"
    '<draw:page draw:name="1" draw:master-page-name="M"><draw:frame presentation:class="title" svg:x="1cm" '
    'svg:y="2cm" svg:width="3cm" svg:height="4cm"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame>'
    '<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>n</text:p></draw:text-box>'
    "</draw:frame></presentation:notes></draw:page></office:presentation></office:body></office:document-content>"
)
_ODP_STYLES = (
    f'<office:document-styles {ODF_NAMES}><office:automatic-styles><style:page-layout style:name="L">'
    '<style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>'
    '</office:automatic-styles><office:master-styles><style:master-page style:name="M" '
    'style:page-layout-name="L"/></office:master-styles></office:document-styles>'
)


@cache
def pdf_files() -> list[bytes]:
    return [
        _pdf([b"BT /F1 12 Tf 72 720 Td (one) Tj T* [(t) -20 (wo)] TJ ET"]),
        _pdf([b"q 1 0 0 1 0 0 cm BT /F1 9 Tf (a) ' ET Q", b""]),
    ]


def _pdf(pages: list[bytes]) -> bytes:
    kids = b" ".join(b"%d 0 R" % (4 + 2 * place) for place in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for place, content in enumerate(pages):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>"
            % (5 + 2 * place)
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    return pdf_of(objects)


def pdf_of(objects: list[bytes]) -> bytes:
    """A PDF of these objects; the first is its catalog."""
    data, places = bytearray(b"%PDF-1.4\n"), []
    for number, item in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, item)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(data)


@cache
def pictures() -> list[bytes]:
    """A small picture in each format that checkers open."""
    modes = {"PNG": ("RGBA", "P", "L"), "JPEG": ("RGB",), "GIF": ("P",), "BMP": ("RGB", "1"), "TIFF": ("RGB", "L"),
             "WEBP": ("RGBA",)}  # fmt: skip
    made = []
    for form, kinds in modes.items():
        for kind in kinds:
            stream = io.BytesIO()
            Image.linear_gradient("L").resize((9, 7)).convert(kind).save(stream, form)
            made.append(stream.getvalue())
    return made


@cache
def png_files() -> list[bytes]:
    return [picture for picture in pictures() if picture.startswith(b"\x89PNG")]


@cache
def tar_files() -> list[bytes]:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name in ("a.txt", "folder/" + "long" * 40, "ü" * 60):
            member = tarfile.TarInfo(name)
            member.size = 3
            archive.addfile(member, io.BytesIO(b"abc"))
    plain = stream.getvalue()
    return [plain, gzip.compress(plain, mtime=0), bz2.compress(plain), lzma.compress(plain)]
