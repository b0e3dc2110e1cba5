"""Texts, values and pictures of records as blocks of a page: long ones are folded, none is cut."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.core.texts import count
from controller.results.viewer.html import Html, block, el, link

SHORT_LINES = 10
SHORT_TEXT = 700
SHORT_VALUE = 70
LONGEST_TEXT = 200_000
"""Longest text on a page, in characters; recorded results are never longer."""
_PREVIEW_LINES = 5
_PREVIEW = 320


@dataclass(frozen=True, slots=True)
class EpisodeAddresses:
    """Addresses of the episode's folder of pictures and of its record."""

    screens: str
    record: str


def preformatted(text: str, classes: str) -> Html:
    """A whole text with its line breaks."""
    # HTML leaves out a line break at the start of <pre>: this one, so that the text's own first one stays.
    return el("pre", Html("\n"), block(text), class_=classes)


def text_block(text: str, record: str, kind: str = "") -> Html:
    """A text with its line breaks; a long one is folded below its beginning.

    Beyond `LONGEST_TEXT` the page holds the beginning, says so, and names the record at address `record`.
    """
    held = text[:LONGEST_TEXT]
    classes = f"text {kind}".strip()
    whole = preformatted(held, classes)
    lines = held.count("\n") + 1
    if len(held) <= SHORT_TEXT and lines <= SHORT_LINES:
        return whole
    if len(text) > len(held):
        note = f"The first {len(held):,} of {len(text):,} characters; the rest is in "
        whole = Html(whole + el("p", note, link(record, "the record"), ".", class_="muted"))
    preview = "\n".join(held[: _PREVIEW * 2].split("\n")[:_PREVIEW_LINES])[:_PREVIEW].rstrip()
    size = ", ".join((count(lines, "line"), count(len(text), "character")))
    return el(
        "details",
        el(
            "summary",
            preformatted(f"{preview} …", f"{classes} preview"),
            el("span", el("b", "Show all"), f" {size}", class_="more"),
        ),
        whole,
        class_="long",
    )


def collapsible(title: str, *content: Html | None, note: str = "") -> Html:
    """Content folded under a title."""
    small = el("span", note, class_="muted") if note else None
    return el("details", el("summary", title, Html(" ") if note else None, small), *content, class_="fold")


def value_block(value: Any, record: str) -> Html:
    """A value of a record: text as it is, other values as JSON."""
    return text_block(value if isinstance(value, str) else as_json(value), record, "value")


def as_json(value: Any) -> str:
    """A value as JSON, on one line if it is short, else indented."""
    try:
        short = json.dumps(value, ensure_ascii=False, default=str)
        return (
            short
            if len(short) <= SHORT_VALUE
            else json.dumps(value, ensure_ascii=False, indent=2, default=str)
        )
    except RecursionError:
        return "Nested too deep to be shown here; see the record."


def picture(
    file: Path,
    at: EpisodeAddresses,
    words: str,
    width: int = 0,
    height: int = 0,
    drawing: Html | None = None,
    after: Path | None = None,
) -> Html:
    """A picture that is loaded when it becomes visible, and is enlarged at a click.

    `after` is the picture to compare it to.
    """
    address = f"{at.screens}{file.name}"
    image = el(
        "img",
        src=address,
        alt=words,
        loading="lazy",
        decoding="async",
        width=width or None,
        height=height or None,
    )
    later = f"{at.screens}{after.name}" if after else None
    return link(address, image, drawing, class_="picture", data_after=later)
