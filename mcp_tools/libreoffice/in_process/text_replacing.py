"""Replacing what matches a pattern: the text in its place takes the format of the match's first character."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.libreoffice.in_process.recorded_changes import range_of
from mcp_tools.libreoffice.in_process.text_borders import hidden_matches
from mcp_tools.libreoffice.in_process.text_matches import REMEDY, finder_of, matches
from mcp_tools.libreoffice.in_process.text_places import TextPlace, place_of
from mcp_tools.libreoffice.in_process.text_protection import editable
from mcp_tools.libreoffice.in_process.text_writing import replace_range
from mcp_tools.libreoffice.in_process.texts import lay_out_once
from mcp_tools.libreoffice.in_process.time_limits import WORK_SECONDS, within_limit
from mcp_tools.messages import shorten

MAX_WRITTEN = 1_000_000
"""Characters that one call may write."""

_TEXT_PORTIONS = ("Text", "SoftPageBreak")
_REFERENCE = re.compile(r"\\(?P<literal>\$)|(?:\$(?P<dollar>\d)|\\(?P<backslash>[1-9]))")


def replace(
    text_document: Any, pattern: str, replacement: str, indices: Sequence[int] | None
) -> tuple[int, int, int]:
    r"""Replace what matches; returns how many matches, how many stay because they are protected, and how many because
    LibreOffice does not search there: in fields and across the borders of fields, notes and controls.

    $1 or \1 stands for the first group, $0 for the match, \$ for a dollar sign; a reference to a group that the
    pattern lacks is text. Raises Refusal.
    """
    ranges, protected = editable(text_document, matches(text_document, pattern, indices))
    texts = _texts(ranges, pattern, replacement)
    if (length := sum(map(len, texts))) > MAX_WRITTEN:
        raise Refusal(
            f"{len(texts):,} matches would become {length:,} characters, and one call writes at most "
            f"{MAX_WRITTEN:,}. Replace fewer matches (paragraph_indices) or write a shorter text."
        )
    hidden = hidden_matches(text_document, finder_of(pattern), indices)
    mixed = _hold_special_content(text_document, ranges)
    count = len(ranges)
    changes = [
        (item if is_mixed else place_of(item) or item, text, is_mixed)
        for item, text, is_mixed in zip(ranges, texts, mixed, strict=True)
        if item.getString() != text
    ]
    del ranges
    with lay_out_once(text_document):
        for place, text, is_mixed in within_limit(reversed(changes), WORK_SECONDS, REMEDY):
            item = place.range() if isinstance(place, TextPlace) else place
            for part, new in _parts(item, text) if is_mixed else [(item, text)]:
                replace_range(text_document, part, new, bookmarks=is_mixed)
    return count, protected, hidden


def _texts(ranges: Sequence[Any], pattern: str, replacement: str) -> list[str]:
    """What each match becomes."""
    references = [match for match in _REFERENCE.finditer(replacement) if not match["literal"]]
    if not references:
        return [_REFERENCE.sub("$", replacement)] * len(ranges)
    finder = finder_of(pattern)
    return [_fill(replacement, _groups(finder, item)) for item in ranges]


def _fill(replacement: str, groups: Sequence[str]) -> str:
    def text_of(match: re.Match[str]) -> str:
        if match["literal"]:
            return "$"
        number = int(match["dollar"] or match["backslash"])
        return groups[number] if number < len(groups) else match[0]

    return _REFERENCE.sub(text_of, replacement)


def _groups(finder: Any, item: Any) -> list[str]:
    """The match and its groups, found again in the paragraph, where look-arounds see what is around the match."""
    cursor = item.getText().createTextCursorByRange(item.getStart())
    cursor.gotoStartOfParagraph(True)
    start = len(cursor.getString().encode("utf-16-le"))
    cursor.gotoEndOfParagraph(False)
    cursor.gotoStartOfParagraph(True)
    paragraph = cursor.getString().encode("utf-16-le")
    result = finder.searchForward(paragraph.decode("utf-16-le"), start // 2, len(paragraph) // 2)
    groups = [
        paragraph[first * 2 : last * 2].decode("utf-16-le") if first >= 0 else ""
        for first, last in zip(result.startOffset, result.endOffset, strict=True)
    ]
    if not groups or result.startOffset[0] * 2 != start or groups[0] != item.getString():
        raise Refusal(
            f"The groups of the match {shorten(item.getString())} are unknown: its paragraph holds fields, notes or "
            "soft hyphens. Replace it without $0 to $9, or name other paragraphs."
        )
    return groups


def _has_special_content(text_document: Any) -> bool:
    """Whether a match may hold something that is no text and is to stay: a comment, a bookmark, a note, a frame."""
    return bool(
        text_document.getTextFields().createEnumeration().hasMoreElements()
        or text_document.getBookmarks().getCount()
        or text_document.getReferenceMarks().getCount()
        or text_document.getFootnotes().getCount()
        or text_document.getEndnotes().getCount()
        or text_document.getDrawPage().getCount()
    )


def _hold_special_content(text_document: Any, ranges: Sequence[Any]) -> list[bool]:
    """Whether each match holds something that is no text, or has it at its start or end."""
    if not _has_special_content(text_document):
        return [False] * len(ranges)
    special = _SpecialContent()
    return [special.may_be_in(item) for item in ranges]


class _SpecialContent:
    """Where a paragraph holds something that is no text; read once for all matches of a paragraph.

    Reading it for each match takes a time that grows with the square of their number.
    """

    def __init__(self) -> None:
        self._text: Any = None
        self._paragraph: Any = None
        self._places: list[Any] = []

    def may_be_in(self, item: Any) -> bool:
        """Whether a match holds such content, or has it at its start or end."""
        if not self._has_read(item):
            self._read(item)
        return any(
            self._text.compareRegionStarts(item, place) >= 0
            and self._text.compareRegionEnds(place, item) >= 0
            for place in self._places
        )

    def _has_read(self, item: Any) -> bool:
        return (
            self._text is not None
            and self._text == item.getText()
            and self._text.compareRegionStarts(self._paragraph, item) >= 0
            and self._text.compareRegionEnds(item, self._paragraph) >= 0
        )

    def _read(self, item: Any) -> None:
        self._text = item.getText()
        self._paragraph = self._text.createTextCursorByRange(item.getStart())
        self._paragraph.gotoStartOfParagraph(False)
        self._paragraph.gotoEndOfParagraph(True)
        self._places = [
            portion.getStart() for portion, kind in _portions(self._paragraph) if kind not in _TEXT_PORTIONS
        ]


def _parts(item: Any, text: str) -> list[tuple[Any, str]]:
    """The pieces of text of a match, last first, with what each becomes; what is no text stays."""
    pieces = list(_pieces(item))
    if not pieces:  # text within an input field
        return [(item, text)]
    return [(piece, "") for piece in reversed(pieces[1:])] + [(pieces[0], text)]


def _pieces(item: Any) -> Iterator[Any]:
    """Ranges of text between which something else is anchored; text of several formats is one piece."""
    start = end = None
    for portion, kind in _portions(item):
        if kind == "Text" and portion.getString():
            start, end = start or portion.getStart(), portion.getEnd()
        elif kind not in _TEXT_PORTIONS and start is not None:
            yield range_of(start, end)
            start = None
    if start is not None:
        yield range_of(start, end)


def _portions(item: Any) -> Iterator[tuple[Any, str]]:
    """The portions of a range of text, and what each is."""
    paragraphs = item.getText().createTextCursorByRange(item).createEnumeration()
    while paragraphs.hasMoreElements():
        portions = paragraphs.nextElement().createEnumeration()
        while portions.hasMoreElements():
            portion = portions.nextElement()
            yield portion, portion.getPropertyValue("TextPortionType")
