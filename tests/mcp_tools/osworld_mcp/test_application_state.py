"""What the runner is told about the LibreOffice application in front, and its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mcp_tools.osworld_mcp.application_state import (
    CalcTools,
    ImpressTools,
    WriterTools,
    cell_text,
    paragraphs_of,
    sheet_of,
    slides_of,
)
from mcp_tools.registry import ToolError, ToolSpec
from tests.mcp_tools.osworld_mcp.conftest import Serve

SHEET: dict[str, Any] = {
    "sheet": "Sales",
    "headers": ["Item", "Price"],
    "data": [["Apple", 1.5], ["Pear, green", None]],
    "left_out": "",
}


def spec(application: str, function: Callable[..., Any]) -> ToolSpec:
    return ToolSpec(f"osworld_mcp_{application}.env_info", application, function, True, False, True, 5.0)


def test_a_sheet() -> None:
    assert sheet_of(SHEET) == {
        "name": "Sales",
        "data": "\n".join(
            [
                "  | A           | B     |",
                "--|-------------|-------|",
                "1 | Item        | Price |",
                "2 | Apple       | 1.5   |",
                "3 | Pear, green |       |",
            ]
        ),
        "row_count": 3,
        "column_count": 2,
    }


def test_a_sheet_that_was_cut_says_so() -> None:
    cut = sheet_of({**SHEET, "left_out": "rows 4 to 900"})
    assert cut["data"].endswith("\nnot listed: rows 4 to 900")
    wide = sheet_of({**SHEET, "headers": ["x"] * 28, "data": []})
    assert "| AA | AB |" in wide["data"]


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), (2.0, "2"), (1.25, "1.25"), (3, "3"), ("x", "x"), (True, "TRUE")]
)
def test_a_cell(value: Any, text: str) -> None:
    assert cell_text(value) == text


def test_paragraphs() -> None:
    paragraphs = [
        {"index": 0, "text": " First ", "truncated": False},
        {"index": 1, "text": "Long", "truncated": True},
    ]
    assert paragraphs_of({"paragraphs": paragraphs}) == "Paragraph 0: First\nParagraph 1: Long...\n"


def test_slides() -> None:
    slides = [
        {"slide_index": 1, "boxes": [{"box_index": 0, "text": "Title\n"}]},
        {"slide_index": 2, "boxes": []},
    ]
    assert slides_of({"slides": slides, "current_slide": 2}) == (
        "Slide 1:\n- Box 0: Title\n\nSlide 2:\n\nCurrent Slide Index: 2"
    )


def test_the_state_is_printed_by_both_functions(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str | None] = []

    def env_info(sheet_name: str | None = None) -> dict[str, Any]:
        """Read a sheet."""
        asked.append(sheet_name)
        return SHEET

    serve([spec("libreoffice_calc", env_info)])
    assert CalcTools.env_info("Sales") == sheet_of(SHEET)
    CalcTools.print_result()
    first, second = capsys.readouterr().out.splitlines()
    assert first == second and '"name": "Sales"' in first
    assert asked == ["Sales"]


def test_slides_count_from_0(serve: Serve) -> None:
    def env_info(page_indices: list[int]) -> dict[str, Any]:
        """Read slides."""
        slides = [{"slide_index": index, "boxes": []} for index in page_indices]
        return {"slides": slides, "current_slide": 1}

    serve([spec("libreoffice_impress", env_info)])
    assert ImpressTools.env_info([1]) == "Slide 2:\n\nCurrent Slide Index: 1"


def test_a_failure_is_told(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    def env_info() -> dict[str, Any]:
        """Fail."""
        raise ToolError("no text document is open; open one")

    serve([spec("libreoffice_writer", env_info)])
    WriterTools.env_info()
    assert capsys.readouterr().out == "Error: no text document is open; open one\n"
