"""Text that matches a regular expression, the one of LibreOffice's Find & Replace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uno
from com.sun.star.util import SearchOptions
from com.sun.star.util.SearchAlgorithms import REGEXP

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.names import name_of
from mcp_tools.libreoffice.in_process.paragraphs import chosen_paragraphs, list_indices
from mcp_tools.libreoffice.in_process.recorded_changes import overlap, recorded_ranges
from mcp_tools.libreoffice.in_process.text_borders import hidden_matches
from mcp_tools.libreoffice.in_process.time_limits import SEARCH_SECONDS, within_limit
from mcp_tools.messages import shorten

MAX_PATTERN = 1_000
"""Characters of a pattern; a much longer one keeps LibreOffice busy for minutes."""

REMEDY = "Name fewer paragraphs in each call (paragraph_indices)."

MAX_MATCHES = 2_000
"""Of one call: each takes a time that grows with their number, and so does taking them back."""


def finder_of(pattern: str) -> Any:
    """LibreOffice's search of a text for a regular expression, case-sensitive."""
    context = uno.getComponentContext()
    finder = context.ServiceManager.createInstanceWithContext("com.sun.star.util.TextSearch", context)
    finder.setOptions(SearchOptions(algorithmType=REGEXP, searchString=pattern))
    return finder


def search(text_document: Any, pattern: str) -> Any:
    """A search descriptor for a regular expression, the one of Find & Replace."""
    descriptor = text_document.createSearchDescriptor()
    descriptor.setPropertyValue("SearchRegularExpression", True)
    descriptor.setPropertyValue("SearchCaseSensitive", True)
    descriptor.setSearchString(pattern)
    return descriptor


def matches(text_document: Any, pattern: str, indices: Sequence[int] | None) -> list[Any]:
    """Text ranges that match, in the whole document (tables, headers, notes too) or in these paragraphs.

    Each lies within a paragraph, is not empty and not in text that change tracking keeps as deleted. Raises Refusal
    when nothing matches, or too much.
    """
    if len(pattern) > MAX_PATTERN:
        raise Refusal(
            f"The pattern {shorten(pattern)} is too long: write one of at most {MAX_PATTERN:,} characters."
        )
    paragraphs = chosen_paragraphs(text_document, indices) if indices is not None else None
    descriptor = search(text_document, pattern)
    ranges = (
        _find_in(text_document, descriptor, paragraphs)
        if paragraphs
        else _find_all(text_document, descriptor)
    )
    ranges = [item for item in within_limit(ranges, SEARCH_SECONDS, REMEDY) if _is_in_one_paragraph(item)]
    if not ranges:
        if not _is_regular_expression(pattern):
            raise Refusal(
                f"The pattern {shorten(pattern)} is no valid regular expression: look for a bracket or parenthesis "
                "without its partner; a backslash before a special character takes it literally."
            )
        if hidden_matches(text_document, finder_of(pattern), indices):
            raise Refusal(
                f"Text that matches {shorten(pattern)} stands in a field or a note's mark, or reaches across the "
                "border of one, of a content control or of a frame in the line, where LibreOffice does not search: "
                "nothing was done. Name the text inside and the text outside in two calls."
            )
        where = name_of(text_document) if indices is None else f"paragraphs {list_indices(indices)}"
        raise Refusal(
            f"Nothing in {where} matches the pattern {shorten(pattern)}. It is a case-sensitive regular "
            "expression; look at the text with env_info."
        )
    ranges = _without_deletions(text_document, ranges)
    if not ranges:
        raise Refusal(
            "All matches are in deleted text that change tracking keeps. Accept these changes first."
        )
    return ranges


def _is_in_one_paragraph(item: Any) -> bool:
    """Whether a match is in one paragraph; that of "$" is the break between two."""
    text = item.getString()
    if "\n" not in text:
        return bool(text)
    paragraphs = item.createEnumeration()
    paragraphs.nextElement()
    return not paragraphs.hasMoreElements()


def _find_all(text_document: Any, descriptor: Any) -> list[Any]:
    occurrences = text_document.findAll(descriptor)
    count = occurrences.getCount() if occurrences else 0
    if count > MAX_MATCHES:
        raise _too_many(f"{count:,}")
    return [occurrences.getByIndex(i) for i in range(count)]


def _find_in(text_document: Any, descriptor: Any, paragraphs: Sequence[Any]) -> list[Any]:
    """The matches in these paragraphs of the body, which are in the order of the text.

    A range makes every change of the document slower while it is alive, so no others are kept.
    """
    ranges: list[Any] = []
    text, position = text_document.getText(), 0
    item = text_document.findNext(paragraphs[0].getStart(), descriptor)
    while item is not None:
        if item.getText() == text:
            while text.compareRegionEnds(paragraphs[position], item) > 0:
                position += 1
                if position == len(paragraphs):
                    return ranges
            if text.compareRegionStarts(paragraphs[position], item) >= 0:
                ranges.append(item)
                if len(ranges) > MAX_MATCHES:
                    raise _too_many(f"More than {MAX_MATCHES:,}")
            else:  # the paragraphs begin after it
                item = paragraphs[position].getStart()
        elif not _is_in_table(item):  # headers and notes come after the body
            return ranges
        item = text_document.findNext(item, descriptor)
    return ranges


def _is_in_table(item: Any) -> bool:
    return item.getPropertyValue("TextTable") is not None


def _too_many(count: str) -> Refusal:
    return Refusal(
        f"{count} places match the pattern, and one call changes at most {MAX_MATCHES:,}: nothing was done. {REMEDY}"
    )


def _without_deletions(text_document: Any, ranges: list[Any]) -> list[Any]:
    """The ranges that are not in tracked deletions. Those of the body are compared in the order of both lists."""
    deletions = list(recorded_ranges(text_document, "Delete"))
    if not deletions:
        return ranges
    body = text_document.getText()
    in_body = [item for item in deletions if item.getText() == body]
    elsewhere = [item for item in deletions if item.getText() != body]
    kept, position = [], 0
    for item in ranges:
        if item.getText() != body:
            candidates = elsewhere
        else:
            while position < len(in_body) and _ends_before(body, in_body[position], item):
                position += 1
            candidates = in_body[position : position + 1]
        if not any(overlap(item, deletion) for deletion in candidates):
            kept.append(item)
    return kept


def _ends_before(text: Any, deletion: Any, item: Any) -> bool:
    return bool(text.compareRegionStarts(deletion.getEnd(), item.getStart()) >= 0)


def _is_regular_expression(pattern: str) -> bool:
    """Whether LibreOffice can read a pattern: then a mark is found that it names as another choice."""
    mark = "\ue000"
    return bool(finder_of(f"{mark}|{pattern}").searchForward(mark, 0, 1).subRegExpressions)
