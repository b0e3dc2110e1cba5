"""Stuffed files are read by the checkers' own readers."""

from __future__ import annotations

import io

import pytest
from docx import Document
from openpyxl import load_workbook
from PIL import Image
from pptx import Presentation

from controller.proofs.attacks.stuffed import stuffed_file

WORDS = ("Inkwell", "90.60", "12", "two words", "a\x07bell")


def test_a_workbook_has_each_word_and_number() -> None:
    sheet = load_workbook(io.BytesIO(stuffed_file("/a/b.xlsx", WORDS[:4]))).active
    assert sheet is not None
    assert [cell.value for cell in sheet["A"]] == ["Inkwell", 90.6, 12, "two words"]


def test_a_document_and_a_presentation_have_the_words() -> None:
    document = Document(io.BytesIO(stuffed_file("b.docx", WORDS)))
    assert "Inkwell" in [paragraph.text for paragraph in document.paragraphs]
    slides = Presentation(io.BytesIO(stuffed_file("b.pptx", WORDS))).slides
    assert [slide.placeholders[0].text for slide in slides][:2] == ["Inkwell", "90.60"]


@pytest.mark.parametrize(("name", "form"), [("a.png", "PNG"), ("a.JPG", "JPEG"), ("a.bmp", "BMP")])
def test_a_picture_has_the_format_of_its_name(name: str, form: str) -> None:
    assert Image.open(io.BytesIO(stuffed_file(name, WORDS))).format == form


def test_other_files_are_texts() -> None:
    assert stuffed_file("a.txt", WORDS[:2]) == b"Inkwell\n90.60"
    assert stuffed_file("a.csv", ("x",)) == b"x,x,x,x,x,x"
    assert stuffed_file("a.json", ("x",)) == b'{"x": "x"}'
    assert stuffed_file("a.zip", ("x",)).startswith(b"PK")
