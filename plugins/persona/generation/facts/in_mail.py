"""Facts that a mail has, and mails themselves, found by a search of the mailbox."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.beside import telling
from plugins.persona.generation.facts.searching import renamed, rows, search
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, Type

SEARCH = "mail_search"


def is_ahead(lived: Lived, key: str, subject: str = "") -> bool:
    """Whether a mail belongs to a happening that is ahead."""
    if not lived.record("mail.message", key)["subject"].startswith(subject):
        return False
    return any(
        ("mail.message", key) in item.records and str(item.day) >= lived.today for item in lived.life.events
    )


def earlier(lived: Lived, kind: str, pattern: str, mail: Data, field: str = "body") -> list[str]:
    """What other mails of happenings of a kind have in place of a mail's value, the newest first."""
    own = re.findall(pattern, mail[field])
    found = [
        part
        for happening in lived.happened(kind)
        for _, other in happening.of("mail.message")
        for part in re.findall(pattern, other[field])[:1]
    ]
    return [part for part in dict.fromkeys(found) if part not in own]


def in_mail(
    lived: Lived,
    unit: str,
    gives: Type,
    key: str,
    words: str,
    wanted: str,
    it: str,
    pattern: str,
    others: Sequence[str],
    old: str = "",
    changed: str = "",
    *,
    new: str = "",
    before: tuple[Call, ...] = (),
    field: str = "body",
    **filters: str,
) -> Iterator[Fact]:
    """Yield a value that a mail has, which a search finds. `old` and `changed` are the texts of the change."""
    mail = lived.record("mail.message", key)
    if before:
        filters["sender"] = mail["sender"]
    call = search(lived, SEARCH, words, key, Read("mail", "0/id"), **filters)
    found = re.search(pattern, mail[field])
    if not call or not found:
        return
    value = found[1]
    told = [*others, new]
    if before:
        reads = Call("contacts_read", {"card": "{card}"}, (Read("address", "addresses/0"),))
        arguments = {**call.arguments, "sender": "{address}"}
        before, call = (*before, reads), Call(call.tool, arguments, call.reads)
    yield Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=wanted,
        it=it,
        calls=(
            *before,
            call,
            Call("mail_read_message", {"message": "{mail}"}, (Read("value", field, pattern),)),
        ),
        claim=f"{wanted} was looked up",
        shown=telling(lived, "mail.message", key, value),
        others=tuple(other for other in told if other)[:1],
        change=Change(f"mail.message {key}", field, old or value, changed or new or _other(value)),
    )


def _other(value: str) -> str:
    """Another number of the same kind."""
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 7), value, count=1)


def a_mail(lived: Lived, unit: str, key: str, words: str, wanted: str) -> Iterator[Fact]:
    """Yield a mail that a search finds; another of the same folder is what one takes for it."""
    call = search(lived, SEARCH, words, key, Read("value", "0/id"))
    if not call:
        return
    own = lived.record("mail.message", key)
    named = set(rows(lived, SEARCH, words))
    mails = sorted(lived.records("mail.message").items(), key=lambda item: str(item[1]["at"]), reverse=True)
    others = [
        other
        for other, data in mails
        if other not in named and data["folder"] == own["folder"] and data["sender"] != own["sender"]
    ]
    yield Fact(
        unit=unit,
        type="mail",
        value=key,
        wanted=wanted,
        it="it",
        calls=(call,),
        claim=f"{wanted} was found",
        shown=(f"mail.message {key}",),
        others=tuple(others[:1]),
        change=renamed(lived, SEARCH, words, key, others),
    )


def last_mail(lived: Lived, *words: str, sender: str) -> Iterator[tuple[str, Data]]:
    """The newest mail of a sender that has all words of one of these texts."""
    found = {row for text in words for row in rows(lived, SEARCH, text, sender=sender)}
    mails = sorted(found, key=lambda row: str(lived.record("mail.message", row)["at"]))
    for key in mails[-1:]:
        yield key, lived.record("mail.message", key)
