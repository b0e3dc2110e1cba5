"""What a reader must know of a run besides its numbers: mock model, replay, endpoint, edited records; its tags."""

from __future__ import annotations

from collections.abc import Iterator

from controller.results.viewer.html import Html, el
from controller.results.viewer.library import RunCard


def marks_of(card: RunCard) -> Iterator[Html]:
    """The run's state if it is not simply complete, then where its numbers come from."""
    if card.live:
        yield el("span", "running", class_="badge live")
    elif card.waiting:
        yield el("span", "not started", class_="badge idle", title="No episode has begun.")
    elif card.aborted:
        yield el(
            "span",
            "aborted",
            class_="badge warn",
            title="It ended before every episode had a result; `testbed resume` continues it.",
        )
    if card.damage:
        yield el("span", "damaged", class_="badge bad")
    yield from map(mark_badge, card.marks)


def mark_badge(mark: str) -> Html:
    """A remark on where numbers come from."""
    return el("span", mark, class_="badge warn mark-of")


def tags_of(card: RunCard) -> Iterator[Html]:
    """The tags that its user gave it."""
    for key, value in sorted(card.tags.items()):
        yield el("span", f"{key}={value}" if value else key, class_="badge tag")
