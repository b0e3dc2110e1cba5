"""What nobody sees in new office files and repositories."""

from __future__ import annotations

from io import BytesIO

import docx
import openpyxl
import pptx
from openpyxl.comments import Comment

from checkers.differences.readers import read_tree
from checkers.differences.unseen import unseen


def found(name: str, document: object) -> list[str]:
    buffer = BytesIO()
    document.save(buffer)  # type: ignore[attr-defined]
    return [str(change) for change in unseen(read_tree(name, {"": buffer.getvalue()}))]


def test_a_workbook_has_hidden_parts_comments_headers_and_protection() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Costs"
    sheet.append(["Town", "Hall"])
    assert found("costs.xlsx", book) == []
    sheet.row_dimensions[1].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet["A1"].comment = Comment("draft", "Ines")
    sheet.oddHeader.center.text = "Draft"
    sheet.protection.sheet = True
    book.create_sheet("Notes").sheet_state = "hidden"
    assert found("costs.xlsx", book) == [
        "sheet Costs: header centre was nothing, is 'Draft'",
        "sheet Costs: protected was nothing, is True",
        "sheet Costs/column B: hidden was nothing, is True",
        "sheet Costs/row 1: hidden was nothing, is True",
        "sheet Costs/cell A1: comment was nothing, is 'draft'",
        "sheet Notes: hidden was nothing, is True",
    ]


def test_a_document_has_hidden_text_and_headers() -> None:
    document = docx.Document()
    document.add_paragraph("To all members")
    assert found("letter.docx", document) == []
    document.paragraphs[0].add_run(" who paid").font.hidden = True
    document.sections[0].header.paragraphs[0].text = "Draft"
    assert found("letter.docx", document) == [
        "paragraph 1: hidden was nothing, is True",
        "section 1/header default: added: 'Draft'",
    ]


def test_a_presentation_has_hidden_slides() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[0])
    slide.shapes.title.text = "Halls"
    assert found("halls.pptx", deck) == []
    slide._element.set("show", "0")
    assert found("halls.pptx", deck) == ["slide 1: hidden was nothing, is True"]


def test_a_repository_has_hooks_and_tags() -> None:
    files = {"HEAD": b"ref: refs/heads/main\n", "hooks/pre-commit.sample": b"", "refs/heads/main": b"1" * 40}
    assert list(unseen(read_tree("poems/.git", files))) == []
    files |= {"hooks/pre-commit": b"exit 1", "refs/tags/first": b"1" * 40}
    changes = unseen(read_tree("poems/.git", files))
    assert [str(change) for change in changes] == ["tag first: added", "hook pre-commit: added"]
