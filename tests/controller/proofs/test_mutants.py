"""Mutants of contents: each is another content of the same form, and changes what it says it changes."""

from __future__ import annotations

import io
import json
from collections import Counter
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font
from PIL import Image, ImageDraw

from checkers.documents import parse_document
from checkers.images import open_image
from checkers.slides import parse_presentation
from checkers.spreadsheets import parse_workbook
from controller.proofs.mutants.contents import content_mutants, damaged_files, settings_mutants
from controller.proofs.mutants.mutant import ContentMutant, other_number, other_words
from tests.checkers.office_files import saved


def kinds(data: bytes) -> Counter[str]:
    return Counter(mutant.kind for mutant in content_mutants(data))


def of_kind(data: bytes, kind: str) -> list[ContentMutant]:
    return [mutant for mutant in content_mutants(data) if mutant.kind == kind]


@given(st.integers(-(10**9), 10**9), st.integers(0, 10**6))
def test_another_number_is_another(whole: int, fraction: int) -> None:
    for text in (str(whole), f"{whole}.{fraction}"):
        assert float(other_number(text)) != float(text)


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=30))
def test_other_words_are_others(text: str) -> None:
    assert other_words(text) != text


def test_lines_of_a_text() -> None:
    made = {(mutant.kind, mutant.made()) for mutant in content_mutants(b"first 5\n\nsecond\n")}
    assert made == {
        ("line changed", b"first 6\n\nsecond\n"),
        ("line dropped", b"\nsecond\n"),
        ("line doubled", b"first 5\nfirst 5\n\nsecond\n"),
        ("lines swapped", b"\nfirst 5\nsecond\n"),
        ("line changed", b"first 5\n\ndnoces\n"),
        ("line dropped", b"first 5\n\n"),
        ("line doubled", b"first 5\n\nsecond\nsecond\n"),
    }


def test_values_and_items_of_json_with_a_meaning() -> None:
    value = {"id": 4, "date_added": "133", "on": True, "size": 2.5, "list": ["a b", {"guid": "x"}]}
    made = [json.loads(mutant.made()) for mutant in settings_mutants(json.dumps(value).encode())]
    expected: list[dict[str, Any]] = [
        {**value, "on": False},
        {**value, "size": 3.5},
        {**value, "list": ["ax b", {"guid": "x"}]},
        {**value, "list": [{"guid": "x"}]},
        {**value, "list": [{"guid": "x"}, "a b"]},
        {**value, "list": ["a b"]},
    ]
    assert made == expected


def test_a_file_of_no_known_form_is_only_damaged() -> None:
    data = b"\xff\xfe\x00binary"
    assert not kinds(data)
    assert not list(settings_mutants(data))
    assert [mutant.made() for mutant in damaged_files(data)][:2] == [data[: len(data) // 2], b""]


@pytest.fixture
def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "March"
    book.active.append(["Item", "Amount"])
    book.active.append(["Tea", 4.5])
    book.active.append(["Total", "=SUM(B2:B2)"])
    book.create_sheet("April")
    return saved(book.save)


def test_a_workbook(workbook: bytes) -> None:
    assert kinds(workbook) == {
        "value": 1, "formula into its value": 1, "cell emptied": 6, "text": 4, "sheet renamed": 2, "sheets swapped": 1
    }  # fmt: skip
    (value,) = of_kind(workbook, "value")
    sheet = parse_workbook(value.made(), "a.xlsx").sheet("March")
    assert (sheet["B2"].value, sheet["B3"].formula) == (5.5, "=SUM(B2:B2)")
    (formula,) = of_kind(workbook, "formula into its value")
    assert parse_workbook(formula.made(), "a.xlsx").sheet("March")["B3"].formula == ""
    (swapped,) = of_kind(workbook, "sheets swapped")
    assert parse_workbook(swapped.made(), "a.xlsx").sheet_names == ["April", "March"]


def test_a_document() -> None:
    document = docx.Document()
    document.add_heading("Minutes", 1)
    document.add_paragraph("We met at 5.").runs[0].bold = True
    data = saved(document.save)
    found = kinds(data)
    assert found["text"] == found["paragraph dropped"] == found["paragraph doubled"] == 2
    assert found["paragraphs swapped"] == found["b dropped"] == 1
    (plain,) = of_kind(data, "b dropped")
    texts = parse_document(plain.made(), "a.docx").texts
    assert texts == ["Minutes", "We met at 5."]
    (swapped,) = of_kind(data, "paragraphs swapped")
    assert parse_document(swapped.made(), "a.docx").texts == ["We met at 5.", "Minutes"]


def test_a_presentation() -> None:
    presentation = pptx.Presentation()
    for title in ("One", "Two"):
        presentation.slides.add_slide(presentation.slide_layouts[5]).shapes.title.text = title
    data = saved(presentation.save)
    (swapped,) = of_kind(data, "slides swapped")
    slides = parse_presentation(swapped.made(), "a.pptx").slides
    assert [slide.title for slide in slides] == ["Two", "One"]
    assert len(of_kind(data, "slide dropped")) == 2


def test_a_format_that_changes_nothing_is_not_dropped() -> None:
    document = docx.Document()
    document.add_paragraph("plain").runs[0].bold = False
    assert kinds(saved(document.save))["b dropped"] == 0
    book = openpyxl.Workbook()
    book.active.append(["x"])
    book.active["A1"].font = Font(bold=True)
    assert set(kinds(saved(book.save))) == {"cell emptied", "text", "sheet renamed"}


def test_a_picture() -> None:
    image = Image.new("RGB", (40, 30), "white")
    ImageDraw.Draw(image).rectangle((0, 0, 10, 10), fill="red")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    made = [open_image(mutant.made()) for mutant in content_mutants(buffer.getvalue())]
    assert len(made) == 8
    assert all(other.size != image.size or other.tobytes() != image.tobytes() for other in made)
