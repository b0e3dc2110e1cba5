"""The comments of docx documents."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import W, attributes_of

_PARAGRAPH = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
_EXTENDED = "{http://schemas.microsoft.com/office/word/2012/wordml}"


def read_comments(comments: Element | None, extended: Element | None) -> dict[str, str]:
    """Return the author and text of each comment by its id; `extended` tells which ones are resolved."""
    if comments is None:
        return {}
    resolved = {
        each.get(f"{_EXTENDED}paraId")
        for each in (extended.iter(f"{_EXTENDED}commentEx") if extended is not None else ())
        if each.get(f"{_EXTENDED}done", "0") in ("1", "true")
    }
    return {each.get(f"{W}id", ""): _shown(each, resolved) for each in comments.iter(f"{W}comment")}


def _shown(comment: Element, resolved: set[str | None]) -> str:
    paragraphs = list(comment.iter(f"{W}p"))
    is_resolved = any(each.get(_PARAGRAPH) in resolved for each in paragraphs)
    author = attributes_of(comment).get("author", "")
    text = "\n".join("".join(part.text or "" for part in each.iter(f"{W}t")) for each in paragraphs)
    return f"{author}{', resolved' if is_resolved else ''}: {text.strip()}"
