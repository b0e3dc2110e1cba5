"""What Writer's tools share: the body's paragraphs, counted from 0, and text that matches a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.office import name_of
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

PARAGRAPH, TABLE = "com.sun.star.text.Paragraph", "com.sun.star.text.TextTable"


def body(text_document: Any) -> Iterator[Any]:
    """The body's paragraphs and tables, in order."""
    enumeration = text_document.getText().createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


def body_paragraphs(text_document: Any) -> list[Any]:
    """The body's paragraphs, empty ones too, those in tables not."""
    return [item for item in body(text_document) if item.supportsService(PARAGRAPH)]


def chosen_paragraphs(text_document: Any, indices: list[int] | None, *, tables: bool = False) -> list[Any]:
    """The paragraphs of these indices; for None all of the body, with `tables` those in table cells too.

    Raises ToolError for an index that is not there.
    """
    if indices is None and tables:
        return list(_paragraphs_within(text_document.getText()))
    paragraphs = body_paragraphs(text_document)
    if indices is None:
        return paragraphs
    wrong = [index for index in indices if not 0 <= index < len(paragraphs)]
    if wrong or not indices:
        listed = ", ".join(map(str, wrong[:10])) + (", ..." if len(wrong) > 10 else "")
        raise ToolError(
            f"There is no paragraph {listed or 'in an empty list'} in {name_of(text_document)}: "
            f"paragraph_indices are 0 to {len(paragraphs) - 1}."
        )
    return [paragraphs[index] for index in sorted(set(indices))]


def view_cursor(text_document: Any) -> Any:
    """The cursor that the user sees. Raises ToolError while a picture or shape is selected instead."""
    cursor = text_document.getCurrentController().getViewCursor()
    if cursor.getText() is None:
        raise ToolError("No text cursor: a picture or shape is selected. Click into the text first.")
    return cursor


def search(text_document: Any, pattern: str, replacement: str = "") -> Any:
    """A search descriptor for a regular expression, the one of Find & Replace."""
    descriptor = text_document.createReplaceDescriptor()
    descriptor.setPropertyValue("SearchRegularExpression", True)
    descriptor.setPropertyValue("SearchCaseSensitive", True)
    descriptor.setSearchString(pattern)
    descriptor.setReplaceString(replacement)
    return descriptor


def matches(text_document: Any, pattern: str, indices: list[int] | None) -> list[Any]:
    """Text ranges that match, in the whole document (tables, headers, notes too) or in these paragraphs.

    Raises ToolError when nothing matches.
    """
    wanted = chosen_paragraphs(text_document, indices) if indices is not None else None
    found = text_document.findAll(search(text_document, pattern))
    ranges = [found.getByIndex(i) for i in range(found.getCount())] if found else []
    if wanted is not None:
        text = text_document.getText()
        ranges = [item for item in ranges if any(_inside(text, item, paragraph) for paragraph in wanted)]
    if not ranges:
        where = name_of(text_document) if indices is None else f"paragraphs {', '.join(map(str, indices))}"
        raise ToolError(
            f"Nothing in {where} matches the pattern {pattern}. It is a case-sensitive regular expression; "
            "look at the text with env_info."
        )
    return ranges


def _paragraphs_within(text: Any) -> Iterator[Any]:
    enumeration = text.createEnumeration()
    while enumeration.hasMoreElements():
        item = enumeration.nextElement()
        if item.supportsService(PARAGRAPH):
            yield item
        elif item.supportsService(TABLE):
            for name in item.getCellNames():
                yield from _paragraphs_within(item.getCellByName(name))


def _inside(text: Any, item: Any, paragraph: Any) -> bool:
    if item.getText() != text:
        return False
    starts_after = text.compareRegionStarts(paragraph, item) >= 0
    return bool(starts_after and text.compareRegionEnds(item, paragraph) >= 0)
