"""Units that make operations, by application."""

from plugins.persona.generation.operations import (
    answers,
    cards,
    events,
    files,
    filing,
    mails,
    messages,
    pages,
    properties,
    social,
    team,
    threads,
)

__all__ = [
    "answers",
    "cards",
    "events",
    "files",
    "filing",
    "mails",
    "messages",
    "pages",
    "properties",
    "social",
    "team",
    "threads",
]
