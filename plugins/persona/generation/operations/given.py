"""What operations are given: people with what a call needs of them, records that may be changed, texts to be kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.parts import RECORDS, Call, Fact, Read, Type, kind_of

VALUES: tuple[Type, ...] = ("moment", "day", "time", "price", "place", "code", "name")
"""The types of facts that a text can tell."""
SAID = {
    "price": ("It is {%s} euros.", "They want €{%s} for it."),
    "moment": ("It is on {%s[:10]} at {%s[11:]}.", "At {%s[11:]} on {%s[:10]}."),
}
PLAIN = ("It is this: {%s}", "I looked it up: {%s}.")
_PARTS = re.compile(r"(?<=[.!?])\s+|\n+")
FIND_CARD = Call("contacts_search", {"words": "{person}"}, (Read("card", "name={person}/id"),))
FIND_ADDRESS = (FIND_CARD, Call("contacts_read", {"card": "{card}"}, (Read("address", "addresses/0"),)))
FIND_ACCOUNT = (
    FIND_CARD,
    Call("contacts_read", {"card": "{card}"}, (Read("phone", "phones/0"),)),
    Call("messenger_find_account", {"query": "{phone}"}, (Read("account", "0/account"),)),
)
FIND_MEMBER = Call("team_find_member", {"name": "{person}"}, (Read("member", "0/member"),))
Has = Callable[[Lived, str], bool]
"""Whether a person, by id, has what a call needs."""


class Code(str):
    """An expression of a checker, which stands in other expressions as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def said(slot: str, given: Fact) -> tuple[str, str]:
    """Return two texts that tell the value of a fact."""
    first, second = SAID.get(given.type, PLAIN)
    return first.replace("%s", slot), second.replace("%s", slot)


def person_of(lived: Lived, person: Fact, *needed: Has) -> str:
    """Return the id of a fact's person; "" unless they, and those who stand for them elsewhere, have what is needed."""
    keys = [lived.named(name) for name in (person.value, *person.others)]
    if person.change is not None:
        new = person.change.new
        keys += filter(None, [lived.named(new) or lived.at_address(new)])
    if not all(key and key != lived.me and all(has(lived, key) for has in needed) for key in keys):
        return ""
    return keys[0]


def has_card(lived: Lived, person: str) -> bool:
    """Whether the main person has one card of them, under the whole name."""
    key = lived.card(person)
    return bool(key) and lived.record("contacts.card", key)["name"] == lived.name(person)


def has_address(lived: Lived, person: str) -> bool:
    """Whether their card has one mail address, and the right one."""
    address = lived.view.people[person]["address"]
    return has_card(lived, person) and lived.record("contacts.card", lived.card(person))["addresses"] == [
        address
    ]


def has_account(lived: Lived, person: str) -> bool:
    """Whether they are in the messenger, and their card has one telephone number, and the right one."""
    data = lived.view.people[person]
    phones = [data["phone"]]
    return (
        bool(data["account"])
        and has_card(lived, person)
        and lived.record("contacts.card", lived.card(person))["phones"] == phones
    )


def has_chat(lived: Lived, person: str) -> bool:
    """Whether the main person has a conversation with them alone."""
    return bool(lived.chat(person)) and has_account(lived, person)


def is_colleague(lived: Lived, person: str) -> bool:
    """Whether they are in the main person's team."""
    people = lived.view.people
    return bool(people[person]["member"]) and bool(people[lived.me]["member"])


def address_of(lived: Lived, person: str) -> str:
    """Return a person's mail address."""
    return str(lived.view.people[person]["address"])


def rows_of(lived: Lived, given: Fact, allowed: Callable[[str, Any], bool]) -> list[Row]:
    """Return a fact's record and those that wrong results take for it; none unless the operation is allowed for all."""
    known = lived.records(RECORDS[given.type])
    if given.type == "file":
        known = {data["path"]: data | {"id": key} for key, data in known.items()}
    keys = (given.value, *given.others)
    if not all(key in known and allowed(key, known[key]) for key in keys):
        return []
    return [(key, known[key]) for key in keys]


def created(kind: str, identity: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """Return the checkpoint of a new record."""
    return f'Created("{{claim}}", {kind!r}, {dict(identity)!r}, {dict(values)!r})'


def changed(kind: str, key: str, values: Mapping[str, Any]) -> str:
    """Return the checkpoint of a changed record."""
    return f'Changed("{{claim}}", {kind!r}, {key!r}, {dict(values)!r})'


def deleted(kind: str, key: str) -> str:
    """Return the checkpoint of a record that is gone."""
    return f'Deleted("{{claim}}", {kind!r}, {key!r})'


def told(given: Fact) -> Code:
    """Return the test that a text gives a value."""
    return Code(f"mentions({kind_of(given)})")


def words(*wanted: str) -> Code:
    """Return the test that a text has some words."""
    return Code(f"has_words({', '.join(map(repr, wanted))})")


def kept(old: str) -> Code:
    """Return the test that a text still has all sentences of an older one."""
    parts = [part.strip() for part in _PARTS.split(old) if part.strip()]
    return words(*parts) if parts else Code("bool")


def kept_and(old: str, test: Code) -> Code:
    """Return the test that a text still has all sentences of an older one, and passes another test."""
    return Code(f"lambda text: {kept(old)}(text) and {test}(text)") if old.strip() else test


def anything(_: str, __: Any) -> bool:
    """Allow any record."""
    return True


def told_too(given: Fact, old: str) -> Code:
    """Return the test that a text still has all sentences of an older one, and gives a value besides."""
    return kept_and(old, Code(f"mentions({kind_of(given)}, given={old!r})")) if old.strip() else told(given)


def short(title: str) -> str:
    """Return a title for a claim."""
    return title if len(title) <= 60 else f"{title[:57]}..."


def weekday(day: str) -> str:
    """Return a day as texts have it: "Wednesday 20 May"."""
    given = date.fromisoformat(day)
    return f"{given:%A} {given.day} {given:%B}"
