"""Searches as the tools make them, and what stands beside a record: helps units to write calls that find it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache

from mcp_tools.personal.apps.words import contains
from mcp_tools.personal.life.words import MONTHS, clock, long_day
from mcp_tools.personal.store import Data
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Read

RECORD = {
    "mail_search": "mail.message",
    "calendar_search": "calendar.event",
    "contacts_search": "contacts.card",
    "team_search": "team.post",
    "messenger_search": "messenger.message",
}
_TEXT = {
    "mail.message": ("subject", "body"),
    "calendar.event": ("title", "place", "note"),
    "contacts.card": ("name", "addresses", "organisation", "home", "note"),
    "team.post": ("text",),
    "messenger.message": ("text",),
}
LAST_ROW = 5
"""How many rows of a result somebody looks at."""
_MOMENT = re.compile(rf"day (\d+) ({'|'.join(MONTHS)})(?: at|,| from) (\d+):(\d\d)")


def rows(lived: Lived, tool: str, words: str, **filters: str) -> list[str]:
    """Return the ids that a search shows, in its order. Filters: `sender` and `folder` of mail."""
    parts = words.casefold().split()
    return [
        key
        for key, text, data in _searched(lived, RECORD[tool])
        if all(part.strip(",.:;()'\"") in text for part in parts)
        and contains(text, words)
        and filters.get("sender", "").casefold() in data.get("sender", "").casefold()
        and ("folder" not in filters or data["folder"] == lived.folder(filters["folder"]))
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


def written_by(lived: Lived, kind: str, key: str, person: str, *types: str) -> tuple[str, ...]:
    """Return what somebody has written in the happening of a record, of these types."""
    address = lived.view.people[person].get("address", "")
    return tuple(
        f"{other} {name}"
        for other, name in _beside(lived, kind, key)
        if other in types
        and name in lived.records(other)
        and lived.record(other, name)["sender"] in (person, address)
    )


def telling(lived: Lived, kind: str, key: str, *texts: str) -> tuple[str, ...]:
    """Return a record and those of the same happening that have all these texts, each as "mail.message mail-12"."""
    own = f"{kind} {key}"
    return (
        own,
        *(
            record
            for other, name in _beside(lived, kind, key)
            if (record := f"{other} {name}") != own
            and name in lived.records(other)
            and all(text in json.dumps(lived.record(other, name), ensure_ascii=False) for text in texts)
        ),
    )


def others_beside(lived: Lived, kind: str, key: str, other: str) -> list[Data]:
    """Return the records of a type of the happening that a record belongs to."""
    seen = lived.records(other)
    return [seen[name] for type_, name in _beside(lived, kind, key) if type_ == other and name in seen]


def moments(text: str, near: str) -> list[str]:
    """Return the moments that a text names, such as "Tuesday 12 May at 9:30", in the year of a moment near them."""
    return [
        f"{near[:4]}-{MONTHS.index(found[2]) + 1:02}-{int(found[1]):02}T{int(found[3]):02}:{found[4]}"
        for found in _MOMENT.finditer(text)
    ]


def in_words(moment: str) -> tuple[str, str]:
    """Return the day and the time of a moment as texts have them: Tuesday 12 May, 9:30."""
    at = datetime.fromisoformat(moment)
    return long_day(at.date()), clock(at)


# people


def called(lived: Lived, person: str) -> str:
    """Return what the main person calls somebody: the first name if nobody else has it."""
    return lived.first(person) if lived.is_one_first_name(person) else lived.name(person)


def row_of_first_name(lived: Lived, person: str) -> int | None:
    """Return the row of somebody's card in a search for the first name; None if it is not among the first ones.

    Cards of others may have the name in a note.
    """
    found = rows(lived, "contacts_search", lived.first(person))[:LAST_ROW]
    card = lived.card(person)
    return found.index(card) if card in found and lived.is_one_first_name(person) else None


def by_first_name(row: int) -> Call:
    """Return the call that makes a whole name of `first`, whose card is in a row."""
    return Call("contacts_search", {"words": "{first}", "limit": row + 1}, (Read("value", f"{row}/name"),))


def named_alike(lived: Lived, person: str) -> list[str]:
    """Return people like somebody whose cards are in the same row of a search for their first names."""
    row = row_of_first_name(lived, person)
    return [other for other in others_like(lived, person) if row_of_first_name(lived, other) == row]


def by_address() -> Call:
    """Return the call that makes a whole name of `address`."""
    return Call("contacts_search", {"words": "{address}", "limit": 1}, (Read("value", "0/name"),))


def is_known(lived: Lived, person: str) -> bool:
    """Whether somebody has one card of the whole name, which searches for name and address show first."""
    if not person or person == lived.me or not lived.card(person) or not lived.named(lived.name(person)):
        return False
    texts = lived.view.people[person].get("address", ""), lived.name(person)
    return all(text and is_first(lived, "contacts_search", text, lived.card(person)) for text in texts)


def others_like(lived: Lived, person: str) -> list[str]:
    """Return people of the same group of the address book with the same means of contact, always in the same order."""
    groups = lived.record("contacts.card", lived.card(person))["groups"]
    found = [
        lived.named(card["name"])
        for card in lived.records("contacts.card").values()
        if card["groups"] == groups
    ]
    return [
        other
        for other in found
        if other != person and is_known(lived, other) and bool(lived.chat(other)) >= bool(lived.chat(person))
    ]


def role_of(lived: Lived, person: str) -> str:
    """Return somebody's work as their card has it: "plumber"; "" if it has none."""
    card = lived.card(person) if person else ""
    note = str(lived.record("contacts.card", card)["note"]) if card else ""
    return note.partition(".")[0].lower()


@lru_cache(maxsize=32)
def _searched(lived: Lived, kind: str) -> tuple[tuple[str, str, Data], ...]:
    """The records of a type that the main person sees, in the order of its search, with the text that is searched."""
    found = [(key, _text(kind, data).casefold(), data) for key, data in lived.records(kind).items()]
    match kind:
        case "contacts.card":
            found.sort(key=lambda row: (row[2]["name"].casefold(), row[0]))
        case "calendar.event":
            found.sort(key=lambda row: row[2]["starts"], reverse=True)
        case _:
            found.sort(key=lambda row: row[2]["at"], reverse=True)
    return tuple(found)


def _text(kind: str, data: Data) -> str:
    parts = (data[name] for name in _TEXT[kind])
    return "\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts)


def _beside(lived: Lived, kind: str, key: str) -> Iterator[tuple[str, str]]:
    """The records of the happening that a record belongs to."""
    for event in lived.life.events:
        if (kind, key) in event.records:
            yield from event.records
