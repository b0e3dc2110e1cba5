"""What Writer's tools share: how paragraphs and text are named, and the cursor."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.uno_bridge import run_in_process

ParagraphIndices = Annotated[
    list[int] | None,
    Field(description="Paragraphs, counted from 0 as in env_info; without it, the whole document."),
]
Pattern = Annotated[
    str,
    Field(
        description="Regular expression (ICU), case-sensitive ((?i) first: not), within a paragraph; a backslash "
        "before . * + ? ( ) [ ] { } | ^ $ takes them literally.",
        min_length=1,
    ),
]


def to_indices(indices: list[int] | None) -> tuple[int, ...] | None:
    """Paragraphs as the functions of `in_process` take them."""
    return None if indices is None else tuple(indices)


def view_cursor(text_document: Any) -> Any:
    """The cursor that the user sees. Raises ToolError where nothing may be written: a picture is selected, the text
    is protected."""
    run_in_process("text_cursor.check", text_document=text_document)
    return text_document.getCurrentController().getViewCursor()


def left_out(protected: int, what: str, hidden: int = 0) -> str:
    """Sentences on what a tool left as it is: protected, or in and across fields, where nothing is found."""
    sentences = f" {protected} {what} in protected text stay as they are." if protected else ""
    if hidden:
        sentences += (
            f" {hidden} more in fields, or across the border of a field, note or control, stay as they are."
        )
    return sentences
