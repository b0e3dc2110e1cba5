"""Writer's tools on a real guest: reading, writing, inserting, saving; effects are looked up in the saved file."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import docx
import pypdf
import pytest
from docx.oxml.ns import qn

from checkers.documents import parse_document
from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.office_files import FOX, letter, picture

pytestmark = pytest.mark.guest

W = "osworld_mcp_libreoffice_writer."
EMU_PER_PIXEL = 9525


@pytest.fixture
def writer(office: Office) -> Office:
    """A letter open in Writer."""
    office.open("libreoffice_writer", "letter.docx", letter().save)
    return office


def saved(office: Office) -> Any:
    office.call("writer.save")
    return docx.Document(io.BytesIO(office.file("letter.docx")))


def texts(document: Any) -> list[str]:
    return [paragraph.text for paragraph in document.paragraphs]


@pytest.mark.core
@pytest.mark.error(W + "env_info")
def test_without_a_text_document_the_remedy_is_named(office: Office) -> None:
    assert "testbed-open" in office.refusal("writer.env_info")


@pytest.mark.core
@pytest.mark.effect(W + "env_info")
def test_the_document_is_read(writer: Office) -> None:
    seen = writer.data("writer.env_info")
    assert [item["text"] for item in seen["paragraphs"]][:3] == list(FOX)
    assert seen["tables"] == [{"name": seen["tables"][0]["name"], "after_paragraph": 2, "rows": [["a fox"]]}]
    assert (seen["document"], seen["file_path"]) == ("letter.docx", f"{FOLDER}/letter.docx")
    assert not seen["unsaved_changes"] and not seen["truncated"]


def test_reading_a_long_document_says_what_it_left_out(office: Office) -> None:
    document = docx.Document()
    document.add_paragraph("x" * 600)
    for number in range(1100):
        document.add_paragraph(str(number))
    office.open("libreoffice_writer", "long.docx", document.save)
    seen = office.data("writer.env_info")
    assert (seen["paragraph_count"], len(seen["paragraphs"]), seen["truncated"]) == (1101, 1000, True)
    assert (len(seen["paragraphs"][0]["text"]), seen["paragraphs"][0]["truncated"]) == (500, True)


@pytest.mark.core
@pytest.mark.effect(W + "write_text")
def test_text_is_written_at_the_cursor(writer: Office) -> None:
    writer.key("ctrl", "Home")
    answer = writer.call("writer.write_text", text="Hello 😀\nWorld ", bold=True, italic=True, size=30)
    assert "letter.docx" in answer.text
    writer.call("writer.save")
    document = parse_document(writer.file("letter.docx"), "letter.docx")
    assert document.texts[:2] == ["Hello 😀", "World Dear fox"]
    assert document.paragraph("Hello").every(bold=True, italic=True, size=30)
    dear = next(run for run in document.paragraph("Dear").runs if "Dear" in run.text)
    assert not dear.bold and dear.size != 30


@pytest.mark.error(W + "write_text")
def test_text_cannot_be_empty(writer: Office) -> None:
    assert "text" in writer.refusal("writer.write_text", text="")
    assert "at most" in writer.refusal("writer.write_text", text="x", size=5000)


@pytest.mark.core
@pytest.mark.effect(W + "find_and_replace")
def test_text_is_replaced(writer: Office) -> None:
    writer.call("writer.find_and_replace", pattern="fox", replacement="cat")
    writer.call("writer.find_and_replace", pattern="Yours", replacement=r"Tom & C\o")
    writer.call("writer.find_and_replace", pattern=r"(\d+) km", replacement="$1 miles", paragraph_indices=[1])
    document = saved(writer)
    assert texts(document)[:3] == ["Dear cat", "The cat ran 10 miles. Foxes do.", r"Tom & C\o"]
    assert document.tables[0].cell(0, 0).text == "a cat"


@pytest.mark.core
@pytest.mark.error(W + "find_and_replace")
def test_a_pattern_without_a_match_is_refused(writer: Office) -> None:
    refused = writer.refusal("writer.find_and_replace", pattern="FOX", replacement="x")
    assert "Nothing in letter.docx" in refused
    assert "0 to" in writer.refusal(
        "writer.find_and_replace", pattern="fox", replacement="x", paragraph_indices=[-1, 99]
    )


@pytest.mark.effect(W + "insert_formula_at_cursor")
def test_a_formula_is_inserted_at_the_cursor(writer: Office) -> None:
    writer.key("ctrl", "Home")
    writer.call("writer.insert_formula_at_cursor", formula="{a} over {b}")
    first = saved(writer).paragraphs[0]
    assert len(list(first._p.iter(qn("m:f")))) == 1
    assert first._p.xpath("string(.//m:num)").strip() == "a"
    assert first._p.xpath("string(.//m:den)").strip() == "b"


@pytest.mark.error(W + "insert_formula_at_cursor")
def test_latex_is_no_formula(writer: Office) -> None:
    assert "over" in writer.refusal("writer.insert_formula_at_cursor", formula=r"\frac{a}{b}")


@pytest.mark.effect(W + "insert_image_at_cursor")
def test_pictures_are_inserted_at_the_cursor(writer: Office) -> None:
    path = f"{FOLDER}/my 'red' picture.png"
    writer.write("my 'red' picture.png", picture())
    writer.key("ctrl", "Home")
    writer.call("writer.insert_image_at_cursor", image_path=path, width=120)
    writer.call("writer.insert_image_at_cursor", image_path=path, width=40, height=60)
    writer.write("wide.png", picture(5000, 100))
    writer.call("writer.insert_image_at_cursor", image_path=f"{FOLDER}/wide.png")
    document = saved(writer)
    assert texts(document)[0] == "Dear fox"
    assert len(list(document.paragraphs[0]._p.iter(qn("w:drawing")))) == 3
    sizes = [
        (round(shape.width / EMU_PER_PIXEL), round(shape.height / EMU_PER_PIXEL))
        for shape in document.inline_shapes
    ]
    assert sizes[:2] == [(120, 60), (40, 60)]
    section = document.sections[0]
    text_width = section.page_width - section.left_margin - section.right_margin
    assert document.inline_shapes[2].width == pytest.approx(text_width, rel=0.01)


@pytest.mark.error(W + "insert_image_at_cursor")
def test_what_is_no_picture_is_refused(writer: Office) -> None:
    writer.write("text.png", b"no picture")
    for path, said in (
        ("/nowhere.png", "no file"),
        ("red.png", "no file '/home/user/red.png'"),
        (FOLDER, "folder"),
        (f"{FOLDER}/text.png", "no picture"),
    ):
        assert said in writer.refusal("writer.insert_image_at_cursor", image_path=path)
    writer.write("picture.png", picture())
    high = {"image_path": f"{FOLDER}/picture.png", "height": 5000}
    assert "higher than a page's text" in writer.refusal("writer.insert_image_at_cursor", **high)


@pytest.mark.effect(W + "insert_page_break")
def test_pages_start_at_the_cursor_and_at_the_end(writer: Office) -> None:
    writer.key("ctrl", "Home")
    writer.key("Down")
    writer.call("writer.insert_page_break")
    writer.call("writer.insert_page_break", position="end_of_document")
    writer.call("writer.write_text", text="Last page")
    writer.call("writer.export_to_pdf")
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(writer.file("letter.pdf"))).pages]
    assert [word in page for word, page in zip(("Dear", "ran", "Last page"), pages, strict=True)] == [
        True
    ] * 3


@pytest.mark.error(W + "insert_page_break")
def test_no_page_starts_within_a_table(writer: Office) -> None:
    writer.script("document.getCurrentController().select(document.getTextTables().getByIndex(0))")
    assert "end_of_document" in writer.refusal("writer.insert_page_break")
    assert "at_cursor" in writer.refusal("writer.insert_page_break", position="middle")


@pytest.mark.effect(W + "add_page_numbers")
def test_page_numbers(writer: Office) -> None:
    writer.call("writer.add_page_numbers", position="top_left")
    writer.call("writer.insert_page_break", position="end_of_document")
    writer.call("writer.add_page_numbers", position="bottom_right", start_number=5, format="Page 1 of N")
    document = saved(writer)
    footer = document.sections[0].footer.paragraphs[-1]
    assert "PAGE" in footer._p.xpath("string(.)") and "NUMPAGES" in footer._p.xpath("string(.)")
    assert footer.alignment == docx.enum.text.WD_ALIGN_PARAGRAPH.RIGHT
    assert "PAGE" not in "".join(p._p.xpath("string(.)") for p in document.sections[0].header.paragraphs)
    writer.call("writer.export_to_pdf")
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(writer.file("letter.pdf"))).pages]
    assert ["Page 5 of 2" in pages[0], "Page 6 of 2" in pages[1]] == [True, True]


@pytest.mark.error(W + "add_page_numbers")
def test_page_numbers_need_a_place_and_a_number(writer: Office) -> None:
    assert "bottom_center" in writer.refusal("writer.add_page_numbers", position="middle")
    assert "Page 1 of N" in writer.refusal(
        "writer.add_page_numbers", position="top_left", format="no number here"
    )
    assert "at least 1" in writer.refusal("writer.add_page_numbers", position="top_left", start_number=0)


@pytest.mark.core
@pytest.mark.effect(W + "save")
def test_saving_keeps_the_format(writer: Office) -> None:
    writer.call("writer.write_text", text="New")
    assert f"{FOLDER}/letter.docx" in writer.call("writer.save").text
    assert "New" in "".join(texts(docx.Document(io.BytesIO(writer.file("letter.docx")))))


@pytest.mark.error(W + "save")
def test_a_document_without_a_file_cannot_be_saved(office: Office) -> None:
    office.launch("libreoffice_writer")
    office.wait_for_window(lambda titles: any("Untitled" in title for title in titles[:1]))
    assert "Save As" in office.refusal("writer.save")


@pytest.mark.effect(W + "export_to_pdf")
def test_pdf_goes_where_it_is_told(writer: Office) -> None:
    def pages(name: str) -> Any:
        return pypdf.PdfReader(io.BytesIO(writer.file(name))).pages

    def commented() -> Callable[[io.BytesIO], object]:
        document = letter()
        document.add_comment(document.paragraphs[0].runs, text="Why a fox?", author="A")
        return document.save

    writer.call("writer.write_text", text="Unsaved ")
    assert "letter.docx" in writer.call("writer.export_to_pdf").text
    assert "Unsaved" in pages("letter.pdf")[0].extract_text()
    writer.call(
        "writer.export_to_pdf", output_path=FOLDER, output_filename='Bericht "Füchse" 狐', quality="print"
    )
    assert "fox" in pages('Bericht "Füchse" 狐.pdf')[0].extract_text()
    writer.open("libreoffice_writer", "commented.docx", commented())
    writer.call("writer.export_to_pdf", output_path=f"{FOLDER}/plain.pdf")
    writer.call("writer.export_to_pdf", output_path=f"{FOLDER}/notes.pdf", include_comments=True)
    assert "/Annots" not in pages("plain.pdf")[0]
    assert "Why a fox?" in str(
        [note.get_object().get("/Contents") for note in pages("notes.pdf")[0]["/Annots"]]
    )


@pytest.mark.error(W + "export_to_pdf")
def test_pdf_needs_a_folder_and_a_pdf_name(writer: Office) -> None:
    assert "does not exist" in writer.refusal("writer.export_to_pdf", output_path="/nowhere/a.pdf")
    assert ".pdf" in writer.refusal("writer.export_to_pdf", output_path=f"{FOLDER}/letter.docx")
    assert "could not be written" in writer.refusal("writer.export_to_pdf", output_path="/etc/a.pdf")
    assert "output_path" in writer.refusal("writer.export_to_pdf", output_filename="a/b.pdf")
