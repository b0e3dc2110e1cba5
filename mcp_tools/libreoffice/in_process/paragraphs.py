"""A text document's paragraphs, counted from 0, and text that matches a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.names import name_of

PARAGRAPH, TABLE = "com.sun.star.text.Paragraph", "com.sun.star.text.TextTable"


def body(text_document: Any) -> Iterator[Any]:
    """The body's paragraphs and tables, in order."""
    enumeration = text_document.getText().createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


def chosen_paragraphs(
    text_document: Any, indices: Sequence[int] | None, *, tables: bool = False
) -> list[Any]:
    """The paragraphs of these indices; for None all of the body, with `tables` those in table cells too.

    Raises Refusal for an index that is not there.
    """
    if indices is None and tables:
        return list(_paragraphs_within(text_document.getText()))
    paragraphs = [item for item in body(text_document) if item.supportsService(PARAGRAPH)]
    if indices is None:
        return paragraphs
    wrong = [index for index in indices if not 0 <= index < len(paragraphs)]
    if wrong or not indices:
        listed = ", ".join(map(str, wrong[:10])) + (", ..." if len(wrong) > 10 else "")
        raise Refusal(
            f"There is no paragraph {listed or 'in an empty list'} in {name_of(text_document)}: "
            f"paragraph_indices are 0 to {len(paragraphs) - 1}."
        )
    return [paragraphs[index] for index in sorted(set(indices))]


def search(text_document: Any, pattern: str, replacement: str = "") -> Any:
    """A search descriptor for a regular expression, the one of Find & Replace."""
    descriptor = text_document.createReplaceDescriptor()
    descriptor.setPropertyValue("SearchRegularExpression", True)
    descriptor.setPropertyValue("SearchCaseSensitive", True)
    descriptor.setSearchString(pattern)
    descriptor.setReplaceString(replacement)
    return descriptor


def matches(text_document: Any, pattern: str, indices: Sequence[int] | None) -> list[Any]:
    """Text ranges that match, in the whole document (tables, headers, notes too) or in these paragraphs.

    Raises Refusal when nothing matches.
    """
    paragraphs = chosen_paragraphs(text_document, indices) if indices is not None else None
    occurrences = text_document.findAll(search(text_document, pattern))
    ranges = [occurrences.getByIndex(i) for i in range(occurrences.getCount())] if occurrences else []
    if paragraphs is not None:
        text = text_document.getText()
        ranges = [item for item in ranges if any(_inside(text, item, paragraph) for paragraph in paragraphs)]
    if not ranges:
        where = name_of(text_document) if indices is None else f"paragraphs {', '.join(map(str, indices))}"
        raise Refusal(
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
