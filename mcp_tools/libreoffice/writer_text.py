"""What a text document can hold: characters, sizes, formats."""

from __future__ import annotations

import re
from typing import Any

from mcp_tools.libreoffice.office import name_of
from mcp_tools.registry import ToolError

MAX_CHARACTERS, MAX_LINE = 500_000, 50_000
"""Of a text that one call writes; a longer paragraph keeps LibreOffice busy for minutes."""

_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufff9-\ufffb\ufffe\uffff]")
"""What no document can hold, and what LibreOffice takes as marks of its own."""

_HALF_POINT_FILTERS = ("MS Word", "Office Open XML", "Rich Text")


def writable_text(text: str, argument: str) -> str:
    """The text with "\\n" as its only line end. Raises ToolError for characters that no document can hold."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if match := _UNWRITABLE.search(text):
        raise ToolError(
            f"{argument} holds the character U+{ord(match[0]):04X}, which no document can hold. Leave it out; only "
            "newlines and tabs are taken of the control characters."
        )
    longest = max(map(len, text.split("\n")))
    if len(text) > MAX_CHARACTERS or longest > MAX_LINE:
        raise ToolError(
            f"{argument} is too long ({len(text):,} characters, its longest line {longest:,}). Write at most "
            f"{MAX_CHARACTERS:,} at once and at most {MAX_LINE:,} in a line."
        )
    return text


def check_formats_are_kept(text_document: Any, what: str) -> None:
    """Raise ToolError for a plain text file: it would lose `what` when it is saved."""
    if _filter_of(text_document).startswith("Text"):
        raise ToolError(
            f"{name_of(text_document)} is a plain text file, which cannot hold {what}. Save it as ODF Text (.odt) "
            "with File > Save As (Ctrl+Shift+S) first."
        )


def check_size(text_document: Any, size: float | None) -> None:
    """Raise ToolError for a font size that the document's file would round."""
    if size is None:
        return
    halves = _filter_of(text_document).startswith(_HALF_POINT_FILTERS)
    step = 2 if halves else 10
    if abs(size * step - round(size * step)) > 1e-6:
        steps = "half points, such as 10.5" if halves else "tenths of a point, such as 10.3"
        raise ToolError(f"{name_of(text_document)} keeps font sizes in {steps}; {size:g} would be rounded.")


def _filter_of(text_document: Any) -> str:
    """The name of the filter that the document was loaded or last saved with, "" when it has no file."""
    if not text_document.hasLocation():
        return ""
    return next((str(item.Value) for item in text_document.getArgs() if item.Name == "FilterName"), "")
