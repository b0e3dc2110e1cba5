from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor

from checkers.document_tables import TableCell, read_document_tables
from checkers.evidence import Unusable
from tests.checkers.guests import FileGuest

PATH = "/home/user/boats.docx"


def guest() -> FileGuest:
    document = docx.Document()
    document.add_paragraph("Boats")
    table = document.add_table(rows=2, cols=3)
    for cell, text in zip(table.rows[0].cells, ("Boat", "Seats", "Bay"), strict=True):
        cell.text = text
    first, second, third = table.rows[0].cells
    shade = OxmlElement("w:shd")
    shade.set(qn("w:fill"), "1F4E79")
    first._tc.get_or_add_tcPr().append(shade)
    first.paragraphs[0].runs[0].bold = True
    first.paragraphs[0].runs[0].font.color.rgb = RGBColor(255, 255, 255)
    first.width = Pt(90)
    second.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
    second.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.CENTER
    third.paragraphs[0].runs[0].bold = True
    third.paragraphs[0].add_run(" door")
    merged = table.cell(1, 1).merge(table.cell(1, 2))
    merged.text = "none"
    buffer = io.BytesIO()
    document.save(buffer)
    return FileGuest({PATH: buffer.getvalue()})


def test_cells_have_texts_looks_and_spans() -> None:
    [table] = read_document_tables(guest(), PATH)
    assert table.texts == [["Boat", "Seats", "Bay door"], ["", "none"]]
    first, second, third = table.rows[0]
    assert (first.fill, first.bold, first.colour, first.width) == (0x1F4E79, True, 0xFFFFFF, 90.0)
    assert (second.alignment, second.vertical, second.fill, second.bold) == ("center", "center", None, False)
    assert (third.bold, third.colour) == (False, None)
    assert table.rows[1][1].columns == 2
    assert table.rows[1][0].text == TableCell("").text and not table.rows[1][0].bold


def test_a_document_without_tables_has_none() -> None:
    buffer = io.BytesIO()
    docx.Document().save(buffer)
    assert read_document_tables(FileGuest({PATH: buffer.getvalue()}), PATH) == []


@pytest.mark.parametrize(
    "body",
    [
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='many'/></w:tcPr></w:tc></w:tr></w:tbl>",
        "<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill='red'/></w:tcPr></w:tc></w:tr></w:tbl>",
    ],
)
def test_a_malformed_table_is_unusable(body: str) -> None:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(
            "word/document.xml", f"<w:document xmlns:w='{space}'><w:body>{body}</w:body></w:document>"
        )
    with pytest.raises(Unusable):
        read_document_tables(FileGuest({PATH: buffer.getvalue()}), PATH)
