"""What Writer's tools share: how paragraphs and text are named, and the cursor."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from mcp_tools.registry import ToolError

ParagraphIndices = Annotated[
    list[int] | None,
    Field(description="Paragraphs, counted from 0 as in env_info; without it, the whole document."),
]
Pattern = Annotated[
    str,
    Field(
        description="Regular expression, case-sensitive ((?i) first: not); a backslash before . * + ? ( ) [ ] "
        "{ } | ^ $ takes them literally.",
        min_length=1,
    ),
]


def chosen(indices: list[int] | None) -> tuple[int, ...] | None:
    """Paragraphs as the functions of `in_process` take them."""
    return None if indices is None else tuple(indices)


def view_cursor(text_document: Any) -> Any:
    """The cursor that the user sees. Raises ToolError while a picture or shape is selected instead."""
    cursor = text_document.getCurrentController().getViewCursor()
    if cursor.getText() is None:
        raise ToolError("No text cursor: a picture or shape is selected. Click into the text first.")
    return cursor
