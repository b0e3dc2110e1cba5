"""Writer's tools for how text looks, on a real guest; effects are looked up in the saved file."""

from __future__ import annotations

import io
from typing import Any

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH

from checkers.documents import Document, parse_document
from tests.guest.tools.office import Office
from tests.guest.tools.office_files import letter

pytestmark = pytest.mark.guest

W = "osworld_mcp_libreoffice_writer."
SETTINGS = "/home/user/.config/libreoffice/4/user/registrymodifications.xcu"


@pytest.fixture
def writer(office: Office) -> Office:
    """A letter open in Writer."""
    office.open("libreoffice_writer", "letter.docx", letter().save)
    return office


def saved(office: Office) -> Document:
    office.call("writer.save")
    return parse_document(office.file("letter.docx"), "letter.docx")


def as_docx(office: Office) -> Any:
    return docx.Document(io.BytesIO(office.file("letter.docx")))


@pytest.mark.effect(W + "set_color")
def test_matches_are_coloured(writer: Office) -> None:
    writer.call("writer.set_color", pattern="fox", color=0xFF0000)
    writer.call("writer.set_color", pattern=".+", color="#00FF00", paragraph_indices=[2])
    document = saved(writer)
    assert {run.text: run.colour for run in document.paragraph("ran").runs}["fox"] == 0xFF0000
    assert document.paragraph("Yours").every(colour=0x00FF00)
    cell = as_docx(writer).tables[0].cell(0, 0).paragraphs[0]
    assert [str(run.font.color.rgb) for run in cell.runs if run.text == "fox"] == ["FF0000"]


@pytest.mark.error(W + "set_color")
def test_a_colour_must_be_one(writer: Office) -> None:
    assert "colour" in writer.refusal("writer.set_color", pattern="fox", color="reddish")
    assert "16777215" in writer.refusal("writer.set_color", pattern="fox", color=2**24)
    assert "Nothing" in writer.refusal("writer.set_color", pattern="FOX", color=0)


@pytest.mark.effect(W + "set_font_size")
def test_every_match_gets_the_size(writer: Office) -> None:
    writer.call("writer.set_font_size", font_size=20, pattern="(?i)fox")
    writer.call("writer.set_font_size", font_size=9.5, pattern=".+", paragraph_indices=[2])
    document = saved(writer)
    ran = [run.text for run in document.paragraph("ran").runs if run.size == 20]
    assert "".join(ran) == "foxFox"
    assert document.paragraph("Yours").every(size=9.5)
    cell = as_docx(writer).tables[0].cell(0, 0).paragraphs[0]
    assert [run.font.size.pt for run in cell.runs if run.text == "fox"] == [20]


@pytest.mark.error(W + "set_font_size")
def test_a_size_is_at_least_a_point(writer: Office) -> None:
    assert "at least 1" in writer.refusal("writer.set_font_size", font_size=0, pattern="fox")


@pytest.mark.effect(W + "set_font")
def test_fonts_of_paragraphs_and_of_everything(writer: Office) -> None:
    writer.call("writer.set_font", font_name="times new roman")
    writer.call("writer.set_font", font_name="Liberation Mono", paragraph_indices=[2])
    document = saved(writer)
    assert document.paragraph("Dear").every(font="Times New Roman")
    assert document.paragraph("Yours").every(font="Liberation Mono")
    cell = as_docx(writer).tables[0].cell(0, 0).paragraphs[0]
    assert {run.font.name for run in cell.runs} == {"Times New Roman"}


@pytest.mark.error(W + "set_font")
def test_an_unknown_font_is_refused(writer: Office) -> None:
    refused = writer.refusal("writer.set_font", font_name="Comic Sans MS")
    assert "Liberation Sans" in refused
    assert "Did you mean Liberation Sans" in writer.refusal("writer.set_font", font_name="Libration Sans")
    assert "0 to" in writer.refusal("writer.set_font", font_name="Arial", paragraph_indices=[])


@pytest.mark.effect(W + "set_paragraph_alignment")
def test_paragraphs_are_aligned(writer: Office) -> None:
    writer.call("writer.set_paragraph_alignment", alignment="justify")
    writer.call("writer.set_paragraph_alignment", alignment="center", paragraph_indices=[0])
    writer.call("writer.set_paragraph_alignment", alignment="right", paragraph_indices=[1, 1])
    document = saved(writer)
    found = [document.paragraph(text).alignment for text in ("Dear", "ran", "Yours")]
    assert found == ["center", "right", "justify"]
    cell = as_docx(writer).tables[0].cell(0, 0).paragraphs[0]
    assert cell.alignment == WD_ALIGN_PARAGRAPH.JUSTIFY


@pytest.mark.error(W + "set_paragraph_alignment")
def test_an_alignment_must_be_known(writer: Office) -> None:
    assert '"justify"' in writer.refusal("writer.set_paragraph_alignment", alignment="middle")
    assert "0 to" in writer.refusal(
        "writer.set_paragraph_alignment", alignment="left", paragraph_indices=[12]
    )


@pytest.mark.effect(W + "set_line_spacing")
def test_line_spacing(writer: Office) -> None:
    writer.call("writer.set_line_spacing", spacing_value=2)
    writer.call("writer.set_line_spacing", spacing_value=1.15, paragraph_indices=[1])
    document = saved(writer)
    found = [document.paragraph(text).line_spacing for text in ("Dear", "ran", "Yours")]
    assert found == pytest.approx([2, 1.15, 2])
    cell = as_docx(writer).tables[0].cell(0, 0).paragraphs[0]
    assert cell.paragraph_format.line_spacing == pytest.approx(2)


@pytest.mark.error(W + "set_line_spacing")
def test_line_spacing_has_bounds(writer: Office) -> None:
    assert "at least 0.5" in writer.refusal("writer.set_line_spacing", spacing_value=0)
    assert "0 to" in writer.refusal("writer.set_line_spacing", spacing_value=2, paragraph_indices=[99])


@pytest.mark.effect(W + "set_default_font")
def test_new_text_gets_the_default_font_and_old_text_keeps_its_own(writer: Office) -> None:
    before = writer.look("[p.CharFontName for p in [document.getText().createEnumeration().nextElement()]]")
    writer.key("ctrl", "End")
    writer.call("writer.set_default_font", font_name="Carlito", font_size=13)
    writer.key("ctrl", "Home")
    assert (
        writer.look("[p.CharFontName for p in [document.getText().createEnumeration().nextElement()]]")
        == before
    )
    document = saved(writer)
    assert document.paragraph("Dear").every(font=before[0])
    normal = as_docx(writer).styles["Normal"].font
    assert (normal.name, normal.size.pt) == ("Carlito", 13)
    settings = writer.guest.read_file(SETTINGS).decode()
    item = settings.partition('oor:path="/org.openoffice.Office.Writer/DefaultFont"')[2].partition("</item>")[
        0
    ]
    assert "<value>Carlito</value>" in item


@pytest.mark.error(W + "set_default_font")
def test_an_unknown_default_font_is_refused(writer: Office) -> None:
    assert "Carlito" in writer.refusal("writer.set_default_font", font_name="Karlito")
