"""People by what their cards in the address book note."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mcp_tools.personal.apps.words import contains
from plugins.persona.generation.facts.acquaintances import is_known, others_like, role_of
from plugins.persona.generation.facts.searching import rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("person")
def tradesperson(lived: Lived) -> Iterator[Fact]:
    """A tradesperson by the work that their card notes."""
    yield from _by_role(lived, "tradesperson", "Tradespeople", "our")


@fact("person")
def doctor(lived: Lived) -> Iterator[Fact]:
    """A doctor by the work that their card notes."""
    yield from _by_role(lived, "doctor", "Health", "our")


@fact("person")
def teacher(lived: Lived) -> Iterator[Fact]:
    """A teacher by what their card notes."""
    yield from _by_role(lived, "teacher", "School", "the")


@fact("person")
def neighbour(lived: Lived) -> Iterator[Fact]:
    """A neighbour by what they keep for the main person, or by their pet; both are in the note on the card."""
    for key, card in lived.records("contacts.card").items():
        kept = re.match(r"(?:Has|Keeps) (our [\w ]+);", card["note"])
        pet = re.search(r"; (\w+) is called (\w+)\.", card["note"])
        if card["groups"] != ["Neighbours"] or not kept or not pet:
            continue
        for words, wanted in (
            (kept[1], f"the neighbour who has {kept[1]}"),
            (f"{pet[1]} {pet[2]}", f"the neighbour whose {pet[1]} is called {pet[2]}"),
        ):
            yield from _by_card(lived, "neighbour", key, words, wanted)


def _by_role(lived: Lived, unit: str, group: str, whose: str) -> Iterator[Fact]:
    for key, card in lived.records("contacts.card").items():
        if card["groups"] == [group]:
            person = lived.named(card["name"])
            role = role_of(lived, person) if person else ""
            if role:
                yield from _by_card(lived, unit, key, role, f"{whose} {role}")


def _by_card(lived: Lived, unit: str, key: str, words: str, wanted: str) -> Iterator[Fact]:
    """Yield the only person on whose card some words are."""
    card = lived.record("contacts.card", key)
    person = lived.named(card["name"])
    if rows(lived, "contacts_search", words) != [key] or not is_known(lived, person):
        return
    others = others_like(lived, person)
    yield Fact(
        unit=unit,
        type="person",
        value=lived.name(person),
        wanted=wanted,
        it="them",
        calls=(Call("contacts_search", {"words": words, "limit": 1}, (Read("value", "0/name"),)),),
        claim=f"it was looked up who {wanted} is",
        shown=(f"contacts.card {key}",),
        others=tuple(lived.name(other) for other in others[:1]),
        change=_another_card(lived, card["name"], words, others),
    )


def _another_card(lived: Lived, name: str, words: str, others: Sequence[str]) -> Change | None:
    """Return the change after which the card of another, which comes before, has the words as well."""
    for other in others:
        key = lived.card(other)
        note = str(lived.record("contacts.card", key)["note"])
        new = f"{words}. {note}"
        if note and lived.name(other).casefold() < name.casefold() and contains(new, words):
            return Change(f"contacts.card {key}", "note", note, new)
    return None
