"""What the searches of the applications find for the main person, and the standard calls that search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mcp_tools.personal.apps.words import contains
from mcp_tools.personal.store import Data
from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.parts import Call, Change, Read

RECORD = {
    "mail_search": "mail.message",
    "calendar_search": "calendar.event",
    "contacts_search": "contacts.card",
    "team_search": "team.post",
    "messenger_search": "messenger.message",
    "notes_search": "notes.page",
    "vault_search": "vault.file",
    "feed_search": "feed.post",
    "forum_search": "forum.thread",
}
"""The type of the records that a search shows; that of the forum shows answers, too."""
_TEXT = {
    "mail.message": ("subject", "body"),
    "calendar.event": ("title", "place", "note"),
    "contacts.card": ("name", "addresses", "organisation", "home", "note"),
    "team.post": ("text",),
    "messenger.message": ("text",),
    "notes.page": ("title", "body"),
    "vault.file": ("path", "text"),
    "feed.post": ("text", "place", "picture", "topics"),
    "forum.thread": ("title", "text"),
    "forum.answer": ("text",),
}
"""The fields in which a search looks for words."""
LAST_ROW = 5
"""How many rows of a result somebody looks at."""


def rows(lived: Lived, tool: str, words: str, **filters: str) -> list[str]:
    """Return the ids that a search shows, in its order. Filters: `sender`; `folder` of mail, `topic` of posts."""
    kind = RECORD[tool]
    parts = [part.strip(",.:;()'\"") for part in words.casefold().split()]
    return [
        key
        for key, text, data in _searched(lived, kind)
        if all(part in text for part in parts)
        and contains(text, words)
        and ("sender" not in filters or _is_from(kind, data["sender"], filters["sender"]))
        and ("folder" not in filters or data["folder"] == lived.folder(filters["folder"]))
        and ("topic" not in filters or filters["topic"] in data["topics"])
    ]


def search(lived: Lived, tool: str, words: str, key: str, *reads: Read, **filters: str) -> Call | None:
    """Return a search that shows a record among its first rows; None if it does not.

    In the paths of `reads`, "0" at the beginning stands for the record's row.
    """
    found = rows(lived, tool, words, **filters)[:LAST_ROW]
    if key not in found:
        return None
    row = found.index(key)
    own = tuple(Read(item.name, f"{row}{item.path[1:]}", item.pattern) for item in reads)
    return Call(tool, {"words": words, **filters, "limit": row + 1}, own)


def is_first(lived: Lived, tool: str, words: str, key: str, **filters: str) -> bool:
    """Whether a search shows a record first."""
    return rows(lived, tool, words, **filters)[:1] == [key]


def is_only(lived: Lived, tool: str, words: str, key: str, **filters: str) -> bool:
    """Whether a search shows a record and no other."""
    return rows(lived, tool, words, **filters) == [key]


def renamed(lived: Lived, tool: str, words: str, key: str, others: Sequence[str]) -> Change | None:
    """Return a change that lets a search for a record show another one above it, which takes over its title."""
    kind = RECORD[tool]
    field = {"calendar.event": "title", "mail.message": "subject"}[kind]
    order = [row[0] for row in _searched(lived, kind)]
    title = lived.record(kind, key)[field]
    for other in others:
        is_above = order.index(other) < order.index(key)
        if is_above and key in rows(lived, tool, words)[:LAST_ROW]:
            new = title if contains(title, words) else f"{title} ({words})"
            return Change(f"{kind} {other}", field, lived.record(kind, other)[field], new)
    return None


def on_page(words: str, *reads: Read) -> tuple[Call, ...]:
    """Return the calls that read values on a page."""
    return (
        Call("notes_search", {"words": words, "limit": 1}, (Read("page", "0/id"),)),
        Call("notes_read_page", {"page": "{page}"}, reads),
    )


def the_page(words: str) -> tuple[Call, ...]:
    """Return the call that finds a page itself."""
    return (Call("notes_search", {"words": words, "limit": 1}, (Read("value", "0/id"),)),)


def in_file(words: str, *reads: Read) -> tuple[Call, ...]:
    """Return the calls that read values in a file."""
    return (
        Call("vault_search", {"words": words, "limit": 1}, (Read("path", "0/path"),)),
        Call("vault_read_file", {"path": "{path}"}, reads),
    )


def the_file(words: str) -> tuple[Call, ...]:
    """Return the call that finds a file itself."""
    return (Call("vault_search", {"words": words, "limit": 1}, (Read("value", "0/path"),)),)


def visible(lived: Lived, kind: str) -> Iterator[Row]:
    """Yield the records of a type that the main person sees."""
    notebooks = lived.view.records["notes.notebook"]
    own = {key for key, data in notebooks.items() if lived.me in (data["owner"], *data.get("members", ()))}
    for key, data in lived.records(kind).items():
        if kind == "notes.page" and data["notebook"] not in own:
            continue
        if kind == "feed.post" and not _sees_post(lived, data):
            continue
        if kind == "forum.thread" and not data.get("author"):
            continue
        yield key, data


def _sees_post(lived: Lived, data: Data) -> bool:
    """Whether the main person sees a post: its author, a follower, or everybody if it is public."""
    author, records = data["author"], lived.view.records
    is_private = any(item["of"] == author and item["is_private"] for item in records["feed.profile"].values())
    follows = any(
        item["follower"] == lived.me and item["followed"] == author and item["is_accepted"]
        for item in records["feed.follow"].values()
    )
    return author == lived.me or follows or (data["audience"] == "public" and not is_private)


def _is_from(kind: str, sender: str, wanted: str) -> bool:
    """Whether a message is from somebody: mail is filtered by parts of an address."""
    return wanted.casefold() in sender.casefold() if kind == "mail.message" else sender == wanted


@lru_cache(maxsize=64)
def _searched(lived: Lived, kind: str) -> tuple[tuple[str, str, Data], ...]:
    """The records of a type that the main person sees, in the order of its search, with the text that is searched."""
    found = [(key, _text(kind, data).casefold(), data) for key, data in visible(lived, kind)]
    match kind:
        case "contacts.card":
            found.sort(key=lambda row: (row[2]["name"].casefold(), row[0]))
        case "calendar.event":
            found.sort(key=lambda row: row[2]["starts"], reverse=True)
        case "notes.page" | "vault.file":
            found.sort(key=lambda row: row[2]["edited"], reverse=True)
        case "forum.thread":
            found += [
                (key, _text("forum.answer", data).casefold(), data)
                for key, data in lived.view.records["forum.answer"].items()
                if data["author"]
            ]
            found = sorted(found, key=lambda row: str(row[2]["at"]))[::-1]
        case "feed.post":
            found = sorted(found, key=lambda row: str(row[2]["at"]))[::-1]
        case _:
            found.sort(key=lambda row: row[2]["at"], reverse=True)
    return tuple(found)


def _text(kind: str, data: Data) -> str:
    parts = (data.get(name) or "" for name in _TEXT[kind])
    return "\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts)
