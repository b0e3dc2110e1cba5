"""A text document's texts and paragraphs; those of the body are counted from 0."""

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
        return list(paragraphs_within(text_document.getText()))
    paragraphs = [item for item in body(text_document) if item.supportsService(PARAGRAPH)]
    if indices is None:
        return paragraphs
    wrong = [index for index in indices if not 0 <= index < len(paragraphs)]
    if wrong or not indices:
        raise Refusal(
            f"There is no paragraph {list_indices(wrong) or 'in an empty list'} in {name_of(text_document)}: "
            f"paragraph_indices are 0 to {len(paragraphs) - 1}."
        )
    return [paragraphs[index] for index in sorted(set(indices))]


def list_indices(indices: Sequence[int]) -> str:
    """Indices for a message, at most ten of them."""
    return ", ".join(map(str, indices[:10])) + (", ..." if len(indices) > 10 else "")


def all_texts(text_document: Any) -> Iterator[Any]:
    """The body, and the texts of headers, footers, frames, footnotes and endnotes."""
    yield text_document.getText()
    styles = text_document.getStyleFamilies().getByName("PageStyles")
    for style in (styles.getByIndex(i) for i in range(styles.getCount())):
        if style.isInUse():
            for side in ("Header", "Footer"):
                yield from header_texts(style, side)
    for holder in (text_document.getTextFrames(), text_document.getFootnotes(), text_document.getEndnotes()):
        yield from (holder.getByIndex(i) for i in range(holder.getCount()))


def header_texts(style: Any, side: str) -> Iterator[Any]:
    """The header or footer of a page style, and those that left and first pages have of their own."""
    if not style.getPropertyValue(f"{side}IsOn"):
        return
    yield style.getPropertyValue(f"{side}Text")
    if not style.getPropertyValue(f"{side}IsShared"):
        yield style.getPropertyValue(f"{side}TextLeft")
    if not style.getPropertyValue("FirstIsShared"):
        yield style.getPropertyValue(f"{side}TextFirst")


def paragraphs_within(text: Any) -> Iterator[Any]:
    """The paragraphs of a text and of the tables in it."""
    enumeration = text.createEnumeration()
    while enumeration.hasMoreElements():
        item = enumeration.nextElement()
        if item.supportsService(PARAGRAPH):
            yield item
        elif item.supportsService(TABLE):
            for name in item.getCellNames():
                yield from paragraphs_within(item.getCellByName(name))
