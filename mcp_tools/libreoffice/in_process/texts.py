"""Work on a whole text document at once: reading it, formatting text and paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.paragraphs import (
    PARAGRAPH,
    TABLE,
    all_texts,
    body,
    chosen_paragraphs,
    paragraphs_within,
)
from mcp_tools.libreoffice.in_process.recorded_changes import check_formats_outlive_undo, range_of
from mcp_tools.libreoffice.in_process.text_borders import hidden_matches
from mcp_tools.libreoffice.in_process.text_cursor import visible
from mcp_tools.libreoffice.in_process.text_matches import finder_of, matches, search
from mcp_tools.libreoffice.in_process.text_protection import editable


def read(text_document: Any, max_paragraphs: int, max_characters: int) -> dict[str, Any]:
    """The paragraphs and tables of the body; at most so many paragraphs, and as many rows of tables."""
    paragraphs: list[dict[str, Any]] = []
    tables: list[dict[str, Any]] = []
    count, rows_left, truncated = 0, max_paragraphs, False
    for item in body(text_document):
        if item.supportsService(PARAGRAPH):
            if count < max_paragraphs:
                paragraphs.append(_paragraph(count, item, max_characters))
            count += 1
        elif item.supportsService(TABLE):
            rows = _rows(item, max_characters)
            truncated |= len(rows) > rows_left
            if rows_left:
                tables.append(
                    {"name": item.getName(), "after_paragraph": count - 1, "rows": rows[:rows_left]}
                )
            rows_left -= len(rows[:rows_left])
    return {
        "unsaved_changes": text_document.isModified(),
        "paragraph_count": count,
        "paragraphs": paragraphs,
        "tables": tables,
        "truncated": truncated or count > max_paragraphs,
    }


def format_matches(
    text_document: Any, pattern: str, indices: Sequence[int] | None, looks: Sequence[Any]
) -> tuple[int, int, int]:
    """Give all text that matches these properties; returns as `text_replacing.replace`. Raises Refusal."""
    ranges, protected = editable(text_document, matches(text_document, pattern, indices))
    with lay_out_once(text_document):
        for item in ranges:
            apply_looks(item, looks)
    return len(ranges), protected, hidden_matches(text_document, finder_of(pattern), indices)


def format_text(text_document: Any, indices: Sequence[int] | None, looks: Sequence[Any]) -> tuple[int, int]:
    """Give all text, or that of these paragraphs, these properties; returns how many paragraphs have them, and
    how many stay because they are protected. Raises Refusal.
    """
    if indices is None:
        paragraphs = [item for text in all_texts(text_document) for item in paragraphs_within(text)]
    else:
        paragraphs = chosen_paragraphs(text_document, indices)
    paragraphs, protected = editable(text_document, paragraphs)
    with lay_out_once(text_document):
        for paragraph in paragraphs:
            apply_looks(paragraph, looks)
    return len(paragraphs), protected


def format_paragraphs(
    text_document: Any, indices: Sequence[int] | None, looks: Sequence[Any]
) -> tuple[int, int]:
    """Give these paragraphs, or all of the body with those in tables, these properties; returns as `format_text`.

    Raises Refusal.
    """
    paragraphs, protected = editable(text_document, chosen_paragraphs(text_document, indices, tables=True))
    check_formats_outlive_undo(text_document, paragraphs)
    with lay_out_once(text_document):
        for paragraph in paragraphs:
            apply_looks(paragraph, looks)
    return len(paragraphs), protected


def set_default_looks(text_document: Any, looks: Sequence[Any]) -> None:
    """Change the default paragraph style and what is typed next; text whose look that changes keeps its own.

    Such text gets its look as a direct format. After it, at each paragraph's end, text is in the new look.
    """
    style = text_document.getStyleFamilies().getByName("ParagraphStyles").getByName("Standard")
    names = [item.Name for item in looks]
    with lay_out_once(text_document):
        portions = list(_portions(text_document))
        earlier = [_values(portion, names) for portion in portions]
        apply_looks(style, looks)
        for portion, values in zip(portions, earlier, strict=True):
            for name, old, new in zip(names, values, _values(portion, names), strict=True):
                if new != old:
                    portion.setPropertyValue(name, old)
            if values != _values(style, names):
                _set_at_end_of_paragraph(portion, looks)
    cursor = visible(text_document)
    if cursor is not None and cursor.isCollapsed():
        _set(_place(cursor), looks)


@contextmanager
def lay_out_once(text_document: Any) -> Iterator[None]:
    """Many changes with one layout at the end, instead of one after each."""
    text_document.lockControllers()
    try:
        yield
    finally:
        text_document.unlockControllers()


def apply_looks(target: Any, looks: Sequence[Any]) -> None:
    """Give a range, paragraph or style these properties. Raises Refusal when it does not have them then."""
    _set(target, looks)
    # a paragraph with hyperlinks or bookmarks answers with its style's look, not with that of its text
    held = range_of(target.getStart(), target.getEnd()) if hasattr(target, "getStart") else target
    for item in looks:
        if not _is_same(held.getPropertyValue(item.Name), item.Value):
            raise Refusal(
                f"LibreOffice did not keep the format ({item.Name}) for all of the text. Try it with less text."
            )


def _set(target: Any, looks: Sequence[Any]) -> None:
    for item in looks:
        target.setPropertyValue(item.Name, item.Value)


def _set_at_end_of_paragraph(portion: Any, looks: Sequence[Any]) -> None:
    """Give what is typed after a paragraph's last portion these properties."""
    cursor = portion.getText().createTextCursorByRange(portion.getEnd())
    if cursor.isEndOfParagraph():
        _set(cursor, looks)


def _place(cursor: Any) -> Any:
    """The place of a cursor as an empty range: a format set at a cursor in a word is given to the whole word."""
    place = cursor.getText().createTextCursorByRange(cursor.getStart())
    place.goRight(0, True)
    return place


def _is_same(value: Any, expected: Any) -> bool:
    if isinstance(expected, float) and isinstance(value, float):
        return abs(value - expected) < 0.05  # LibreOffice counts sizes in twentieths of a point
    return bool(value == expected)


def _values(portion: Any, names: Sequence[str]) -> list[Any]:
    return [portion.getPropertyValue(name) for name in names]


def _paragraph(index: int, paragraph: Any, max_characters: int) -> dict[str, Any]:
    text = paragraph.getString()
    return {
        "index": index,
        "text": text[:max_characters],
        "truncated": len(text) > max_characters,
        "style": paragraph.getPropertyValue("ParaStyleName"),
    }


def _rows(table: Any, max_characters: int) -> list[list[str]]:
    rows: dict[int, list[str]] = {}
    for name in table.getCellNames():
        row = int(re.sub(r"\D", "", name.split(".")[0]))
        rows.setdefault(row, []).append(table.getCellByName(name).getString()[:max_characters])
    return list(rows.values())


def _portions(text_document: Any) -> Iterator[Any]:
    """The runs of text of one look, in the whole document."""
    ranges = text_document.findAll(search(text_document, "(?s).+"))  # "." alone is no line break
    for index in range(ranges.getCount() if ranges else 0):
        paragraphs = ranges.getByIndex(index).createEnumeration()
        while paragraphs.hasMoreElements():
            portions = paragraphs.nextElement().createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.getString():
                    yield portion
