"""Work on a whole text document at once: reading it, formatting and replacing what matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uno
from com.sun.star.util import SearchOptions
from com.sun.star.util.SearchAlgorithms import REGEXP

from mcp_tools.libreoffice.in_process.paragraphs import (
    PARAGRAPH,
    TABLE,
    body,
    chosen_paragraphs,
    matches,
    search,
)


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
) -> int:
    """Give all text that matches these properties; returns how many matches there are. Raises Refusal."""
    ranges = matches(text_document, pattern, indices)
    with _laid_out_once(text_document):
        for item in ranges:
            _format(item, looks)
    return len(ranges)


def format_paragraphs(text_document: Any, indices: Sequence[int] | None, looks: Sequence[Any]) -> int:
    """Give these paragraphs, or all with those in tables, these properties; returns how many. Raises Refusal."""
    paragraphs = chosen_paragraphs(text_document, indices, tables=True)
    with _laid_out_once(text_document):
        for paragraph in paragraphs:
            _format(paragraph, looks)
    return len(paragraphs)


def replace(text_document: Any, pattern: str, replacement: str, indices: Sequence[int] | None) -> int:
    """Replace what matches; $1 stands for the first group. Returns how many matches. Raises Refusal."""
    with _laid_out_once(text_document):
        if indices is None:
            literal = replacement.replace("\\", "\\\\").replace("&", "\\&")  # "&" would mean the match
            count = text_document.replaceAll(search(text_document, pattern, literal))
            return int(count) or len(matches(text_document, pattern, None))
        ranges = matches(text_document, pattern, indices)
        texts = [_replaced(item, pattern, replacement) for item in ranges]
        for item, new in reversed(list(zip(ranges, texts, strict=True))):
            item.setString(new)
    return len(ranges)


def set_default_looks(text_document: Any, looks: Sequence[Any]) -> None:
    """Change the default paragraph style and the text cursor; text whose look that changes keeps its own."""
    style = text_document.getStyleFamilies().getByName("ParagraphStyles").getByName("Standard")
    names = [item.Name for item in looks]
    with _laid_out_once(text_document):
        portions = list(_portions(text_document))
        before = [_values(portion, names) for portion in portions]
        _format(style, looks)
        for portion, values in zip(portions, before, strict=True):
            now = _values(portion, names)
            for name, old, new in zip(names, values, now, strict=True):
                if new != old:
                    portion.setPropertyValue(name, old)
    cursor = text_document.getCurrentController().getViewCursor()
    if cursor.getText() is not None and cursor.isCollapsed():
        _format(cursor, looks)


@contextmanager
def _laid_out_once(text_document: Any) -> Iterator[None]:
    """Many changes with one layout at the end, instead of one after each."""
    text_document.lockControllers()
    try:
        yield
    finally:
        text_document.unlockControllers()


def _format(target: Any, looks: Sequence[Any]) -> None:
    for item in looks:
        target.setPropertyValue(item.Name, item.Value)


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
    ranges = text_document.findAll(search(text_document, ".+"))
    for index in range(ranges.getCount() if ranges else 0):
        paragraphs = ranges.getByIndex(index).createEnumeration()
        while paragraphs.hasMoreElements():
            portions = paragraphs.nextElement().createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.getString():
                    yield portion


def _replaced(item: Any, pattern: str, replacement: str) -> str:
    """What a match becomes: the replacement with its groups filled in."""
    if "$" not in replacement:
        return replacement
    context = uno.getComponentContext()
    finder = context.ServiceManager.createInstanceWithContext("com.sun.star.util.TextSearch", context)
    finder.setOptions(SearchOptions(algorithmType=REGEXP, searchString=pattern))
    text = item.getString()
    units = text.encode("utf-16-le")
    result = finder.searchForward(text, 0, len(units) // 2)
    groups = [
        units[start * 2 : end * 2].decode("utf-16-le") if start >= 0 else ""
        for start, end in zip(result.startOffset, result.endOffset, strict=True)
    ]
    return re.sub(r"\$(\d)", lambda m: groups[int(m[1])] if int(m[1]) < len(groups) else "", replacement)
