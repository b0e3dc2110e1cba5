"""The font of new text in Writer: the document's default style, and LibreOffice's setting for new documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mcp_tools.libreoffice.characters import format_characters
from mcp_tools.libreoffice.paragraphs import search
from mcp_tools.libreoffice.settings import change_settings

HUNDREDTHS_OF_MM_PER_POINT = 2540 / 72
NODE = "/org.openoffice.Office.Writer/"


def set_for_document(text_document: Any, font: str, size: float | None) -> None:
    """Change the default paragraph style and the text cursor; text whose look that changes keeps its own."""
    style = text_document.getStyleFamilies().getByName("ParagraphStyles").getByName("Standard")
    portions = list(_portions(text_document))
    before = [_look(portion) for portion in portions]
    format_characters(style, font=font, size=size)
    for portion, (old_font, old_size) in zip(portions, before, strict=True):
        now_font, now_size = _look(portion)
        format_characters(
            portion,
            font=old_font if now_font != old_font else None,
            size=old_size if now_size != old_size else None,
        )
    cursor = text_document.getCurrentController().getViewCursor()
    if cursor.getText() is not None and cursor.isCollapsed():
        format_characters(cursor, font=font, size=size)


def set_for_new_documents(font: str, size: float | None) -> None:
    """Change LibreOffice's basic fonts: what new text documents start with, after its next start."""
    for node in ("DefaultFont", "DefaultFontCJK", "DefaultFontCTL"):
        values: dict[str, Any] = {"Standard": font}
        if size is not None:
            values["StandardHeight"] = round(size * HUNDREDTHS_OF_MM_PER_POINT)
        change_settings(NODE + node, **values)


def _portions(text_document: Any) -> Iterator[Any]:
    """The runs of text of one look, in the whole document."""
    found = text_document.findAll(search(text_document, ".+"))
    for index in range(found.getCount() if found else 0):
        paragraphs = found.getByIndex(index).createEnumeration()
        while paragraphs.hasMoreElements():
            portions = paragraphs.nextElement().createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.getString():
                    yield portion


def _look(portion: Any) -> tuple[str, float]:
    return portion.getPropertyValue("CharFontName"), portion.getPropertyValue("CharHeight")
