"""The LibreOffice tools on a real guest: each effect is looked up in the saved file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import docx
import pptx
import pytest

from checkers.documents import parse_document
from checkers.slides import parse_presentation
from controller.guest import Guest
from tests.guest.tools.calls import Tools
from tests.guest.tools.office import Office


@pytest.fixture
def office(guest: Guest) -> Iterator[Office]:
    office = Office(Tools(guest, defaultdict(list)))
    yield office
    office.close()


def letter() -> Any:
    document = docx.Document()
    for text in ("Dear fox", "The fox ran 10 km. Foxes do.", "Yours"):
        document.add_paragraph(text)
    document.add_table(1, 1).cell(0, 0).text = "a fox"
    return document


def talk() -> Any:
    presentation = pptx.Presentation()
    for number in (1, 2, 3):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "a\nb"
    return presentation


def test_writer(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    seen = office.data("writer.env_info")
    assert [item["text"] for item in seen["paragraphs"]][:3] == [
        "Dear fox",
        "The fox ran 10 km. Foxes do.",
        "Yours",
    ]
    assert seen["tables"][0]["rows"] == [["a fox"]]
    office.call("writer.find_and_replace", pattern="fox", replacement="cat")
    office.call("writer.find_and_replace", pattern="Yours", replacement=r"Tom & C\o")
    office.call("writer.find_and_replace", pattern=r"(\d+) km", replacement="$1 miles", paragraph_indices=[1])
    office.call("writer.set_font_size", font_size=20, pattern="Dear")
    office.call("writer.set_font", font_name="liberation mono", paragraph_indices=[2])
    office.call("writer.set_paragraph_alignment", alignment="center", paragraph_indices=[0])
    office.call("writer.set_line_spacing", spacing_value=1.5, paragraph_indices=[1])
    office.key("ctrl", "Home")
    office.call("writer.write_text", text="Hello 😀\nWorld ", bold=True, size=30)
    office.call("writer.save")
    document = parse_document(office.file("letter.docx"), "letter.docx")
    assert document.texts == ["Hello 😀", "World Dear cat", "The cat ran 10 miles. Foxes do.", r"Tom & C\o"]
    assert document.tables == ((("a cat",),),)
    assert document.paragraph("Hello").every(bold=True, size=30)
    dear = next(run for run in document.paragraph("Dear").runs if "Dear" in run.text)
    assert (dear.size, dear.bold) == (20.0, False)
    assert document.paragraph("Dear").alignment == "center"
    assert document.paragraph("miles").line_spacing == pytest.approx(1.5)
    assert document.paragraph("Tom").every(font="Liberation Mono")


def test_writer_says_what_is_wrong(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    assert "Nothing in the document" in office.refusal(
        "writer.find_and_replace", pattern="FOX", replacement="x"
    )
    assert "0 to" in office.refusal("writer.set_line_spacing", spacing_value=2, paragraph_indices=[99])
    assert "Liberation Sans" in office.refusal("writer.set_font", font_name="Comic Sans MS")


def test_impress(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    assert office.data("impress.get_slide_count") == {"result": 3}
    seen = office.data("impress.env_info", page_indices=[2])
    assert [box["text"] for box in seen["slides"][0]["boxes"]] == ["Slide 2", "a\nb"]
    office.call("impress.write_text", content="New title", page_index=2, box_index=0, bold=True, size=50)
    office.call("impress.write_text", content="\nc", page_index=2, box_index=1, append=True)
    office.call("impress.duplicate_slide", slide_index=1, target_position=3)
    office.call("impress.set_slide_background", slide_index=3, color="#FFF2CC")
    office.call("impress.goto_slide", slide_index=4)
    assert office.data("impress.env_info")["current_slide"] == 4
    office.call("impress.save")
    slides = parse_presentation(office.file("talk.pptx"), "talk.pptx")
    assert slides.titles == ["Slide 1", "New title", "Slide 3", "Slide 1"]
    assert slides.slide(2).texts[1] == "a\nb\nc"
    assert slides.slide(2).boxes[0].paragraphs[0].every(bold=True, size=50)
    assert [slide.background for slide in slides.slides] == [None, None, 0xFFF2CC, None]


def test_impress_says_what_is_wrong(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    assert "1 to 3" in office.refusal("impress.goto_slide", slide_index=4)
    assert "'Slide 1'" in office.refusal("impress.write_text", content="x", page_index=1, box_index=7)
    assert "either" in office.refusal("impress.set_slide_background", slide_index=1)
    assert "no file" in office.refusal("impress.set_slide_background", image_path="/nowhere.png")
