"""Text documents read the same from docx and odt; formats are resolved through styles."""

from __future__ import annotations

from pathlib import Path

import docx
import pypdf
import pytest
from docx.document import Document as DocxDocument
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsmap
from docx.shared import Pt, RGBColor

from checkers.document_model import Document
from checkers.documents import parse_document, parse_pdf, read_document, read_pdf
from checkers.evidence import Unusable
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import saved, zipped

TASKS = Path(__file__).parents[2] / "tasks"

ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">
<office:automatic-styles>
 <style:style style:name="Base" style:family="paragraph"><style:paragraph-properties fo:line-height="150%"
  fo:text-align="center"/><style:text-properties fo:font-size="14pt"/></style:style>
 <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Base"/>
 <style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"
  fo:color="#ff0000" fo:font-size="0.5in"/></style:style>
</office:automatic-styles>
<office:body><office:text>
 <text:p text:style-name="P1">One<text:s text:c="2"/><text:span text:style-name="T1">two</text:span> three</text:p>
 <text:list><text:list-item><text:p>item<text:tab/>x</text:p></text:list-item></text:list>
 <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>
  <table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>"""


def word_document() -> DocxDocument:
    document = docx.Document()
    document.styles["Normal"].font.size = Pt(12)
    document.styles["Normal"].font.name = "Liberation Serif"
    document.add_heading("Title", 1)
    paragraph = document.add_paragraph("Plain ")
    run = paragraph.add_run("bold")
    run.bold, run.font.size, run.font.color.rgb = True, Pt(20), RGBColor(255, 0, 0)
    paragraph.alignment = WD_ALIGN_PARAGRAPH.JUSTIFY
    paragraph.paragraph_format.line_spacing = 1.5
    fixed = document.add_paragraph("")
    fixed.paragraph_format.line_spacing = Pt(18)
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "a", "b"
    document.sections[0].header.paragraphs[0].text = "Head"
    return document


@pytest.fixture
def word() -> Document:
    return parse_document(saved(word_document().save), "a.docx")


@pytest.fixture
def odt() -> Document:
    return parse_document(zipped({"content.xml": ODT.encode()}), "a.odt")


def test_docx_text(word: Document) -> None:
    assert word.texts == ["Title", "Plain bold"]
    assert word.tables == ((("a", "b"),),)
    assert word.headers == ("Head",)
    assert word.paragraph("Title").style == "Heading 1"


def test_docx_formats_come_through_styles(word: Document) -> None:
    plain, bold = word.paragraph("Plain").runs
    assert (plain.size, plain.font, plain.bold) == (12.0, "Liberation Serif", False)
    assert (bold.size, bold.colour, bold.bold) == (20.0, 0xFF0000, True)
    assert word.paragraph("Title").every(bold=True)
    assert not word.paragraph("Plain").every(bold=True)


def test_docx_paragraph_formats(word: Document) -> None:
    _, paragraph, fixed = word.paragraphs
    assert (paragraph.alignment, paragraph.line_spacing) == ("justify", 1.5)
    assert fixed.line_spacing is None
    assert not fixed.every(bold=True)


def test_docx_text_that_is_not_the_paragraphs_own() -> None:
    document = word_document()
    paragraph = document.add_paragraph("kept")
    for wrapping in (
        "<w:ins><w:r><w:t> inserted</w:t></w:r></w:ins>",
        "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>",
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>",
        "<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>",
    ):
        xml = wrapping.replace(">", f' xmlns:w="{nsmap["w"]}">', 1)
        paragraph._p.append(parse_xml(xml))
    assert parse_document(saved(document.save), "a.docx").texts[-1] == "kept inserted"


def test_odt(odt: Document) -> None:
    assert odt.texts == ["One  two three", "item\tx"]
    assert odt.tables == ((("a", "b"),),)
    first = odt.paragraph("One")
    assert (first.alignment, first.line_spacing, first.style) == ("center", 1.5, "Base")
    bold = next(run for run in first.runs if run.text == "two")
    assert (bold.bold, bold.colour, bold.size) == (True, 0xFF0000, 36.0)
    assert first.runs[0].size == 14.0


def test_a_real_odt_file() -> None:
    path = TASKS / "libreoffice_writer" / "line_spacing" / "files" / "essay.odt"
    document = parse_document(path.read_bytes(), path.name)
    assert document.paragraphs[0].style == "Heading 1"
    assert document.paragraphs[1].every(font="Liberation Serif", size=12)


def test_missing_things_are_named(word: Document) -> None:
    with pytest.raises(Unusable, match='contains "Nowhere"'):
        word.paragraph("Nowhere")
    with pytest.raises(Unusable, match=r"/a\.docx exists"):
        read_document(FileGuest(), "/a.docx")


@pytest.mark.parametrize("name", ["a.docx", "a.odt"])
@pytest.mark.parametrize("data", [b"", b"junk", zipped({"a": b"b"}), zipped({"content.xml": b"<a><b></a>"})])
def test_files_that_are_no_documents(name: str, data: bytes) -> None:
    with pytest.raises(Unusable):
        parse_document(data, name)


def test_pdf() -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    assert read_pdf(FileGuest({"/a.pdf": saved(writer.write)}), "/a.pdf") == [""]
    for data in (b"", b"%PDF-1.7 nothing more"):
        with pytest.raises(Unusable):
            parse_pdf(data, "a.pdf")
