"""Which text may be changed: what a protected section, index, table cell or frame holds may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.messages import shorten


class Protection:
    """What of a text document is protected."""

    def __init__(self, text_document: Any) -> None:
        holders = (
            text_document.getTextSections(),
            text_document.getDocumentIndexes(),
            text_document.getTextTables(),
            text_document.getTextFrames(),
        )
        self._possible = any(holder.getCount() for holder in holders)

    def of(self, item: Any) -> str | None:
        """What protects a paragraph or a range of text, in words, or None."""
        if not self._possible:
            return None
        section = item.getPropertyValue("TextSection")
        while section is not None:
            if section.getPropertyValue("IsProtected"):
                return f"the protected section {shorten(section.getName())}"
            section = section.getParentSection()
        index = item.getPropertyValue("DocumentIndex")
        if index is not None and index.getPropertyValue("IsProtected"):
            return "a protected index, such as a table of contents"
        cell = item.getPropertyValue("Cell")
        if cell is not None and cell.getPropertyValue("IsProtected"):
            return "a protected table cell"
        frame = item.getPropertyValue("TextFrame")
        if frame is not None and frame.getPropertyValue("ContentProtected"):
            return f"the protected frame {shorten(frame.getName())}"
        return None


def editable(text_document: Any, items: Sequence[Any]) -> tuple[list[Any], int]:
    """Those of some ranges or paragraphs that may be changed, and how many are protected.

    Raises Refusal when all are protected.
    """
    protection = Protection(text_document)
    holders = [protection.of(item) for item in items]
    free = [item for item, holder in zip(items, holders, strict=True) if holder is None]
    if not free:
        holder = next(holder for holder in holders if holder)
        raise Refusal(f"The text is in {holder}. End the protection first, or name other text.")
    return free, len(items) - len(free)
