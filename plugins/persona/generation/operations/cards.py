"""Contacts: what is on the cards of people."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    FIND_CARD,
    anything,
    changed,
    deleted,
    has_card,
    person_of,
    rows_of,
    said,
    told,
    told_too,
)
from plugins.persona.generation.operations.literals import CARD_GROUPS, pick_free
from plugins.persona.generation.parts import Call, Fact, Operation, Read, Type, operation

PHONE = re.compile(r"\+?[\d ]{7,}")
TOLD: tuple[Type, ...] = ("day", "time", "price", "place", "code", "name")


@operation(person=("person",), fact=("code",))
def number_of_person(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a telephone number to somebody's card."""
    key = person_of(lived, person, has_card)
    if key:
        yield from _number(lived, "number_of_person", person, fact, lived.card(key))


@operation(card=("card",), fact=("code",))
def number_on_card(lived: Lived, card: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a telephone number to a card."""
    if rows_of(lived, card, anything):
        yield from _number(lived, "number_on_card", card, fact, card.value)


@operation(person=("person",), fact=("place",))
def home_of_person(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Enter where somebody lives."""
    key = person_of(lived, person, has_card)
    if key:
        yield from _home(lived, "home_of_person", person, fact, lived.card(key))


@operation(card=("card",), fact=("place",))
def home_on_card(lived: Lived, card: Fact, fact: Fact) -> Iterator[Operation]:
    """Enter where somebody lives on a card."""
    if rows_of(lived, card, anything):
        yield from _home(lived, "home_on_card", card, fact, card.value)


@operation(person=("person",), fact=("day",))
def birthday_of_person(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Enter somebody's birthday, as far as the day is one."""
    key = person_of(lived, person, has_card)
    if not key or "birthday" not in fact.wanted:
        return
    card = lived.card(key)
    if lived.record("contacts.card", card)["birthday"] == fact.value:
        return
    yield Operation(
        unit="birthday_of_person",
        kind="modify",
        asked="Enter {fact} as the birthday on the card of {person}.",
        takes={"person": person, "fact": fact},
        lookups=(FIND_CARD,),
        effect=Call("contacts_update", {"card": "{card}", "birthday": "{fact}"}),
        claim=f"the card of {lived.first(key)} has the birthday",
        check=changed("contacts.card", card, {"birthday": fact.value}),
        record=f"contacts.card {card}",
    )


@operation(person=("person",), fact=TOLD)
def note_of_person(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to the note on somebody's card."""
    key = person_of(lived, person, has_card)
    if key:
        yield from _note(lived, "note_of_person", person, fact, lived.card(key))


@operation(card=("card",), fact=TOLD)
def note_on_card(lived: Lived, card: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to the note on a card."""
    if rows_of(lived, card, anything):
        yield from _note(lived, "note_on_card", card, fact, card.value)


@operation(person=("person",))
def group_of_person(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Put somebody's card into a group."""
    key = person_of(lived, person, has_card)
    if key:
        yield from _group(lived, "group_of_person", person, lived.card(key))


@operation(card=("card",))
def group_on_card(lived: Lived, card: Fact) -> Iterator[Operation]:
    """Put a card into a group."""
    if rows_of(lived, card, anything):
        yield from _group(lived, "group_on_card", card, card.value)


@operation(card=("card",))
def delete_card(lived: Lived, card: Fact) -> Iterator[Operation]:
    """Delete a card."""
    for key, data in rows_of(lived, card, anything)[:1]:
        yield Operation(
            unit="delete_card",
            kind="delete",
            asked="Delete {card} from my contacts.",
            takes={"card": card},
            effect=Call("contacts_delete", {"card": "{card}"}),
            claim=f"the card of {data['name']} is gone",
            check=deleted("contacts.card", key),
            record=f"contacts.card {key}",
        )


def _number(lived: Lived, unit: str, given: Fact, fact: Fact, card: str) -> Iterator[Operation]:
    data = lived.record("contacts.card", card)
    if (
        not all(PHONE.fullmatch(value) for value in (fact.value, *fact.others))
        or fact.value in data["phones"]
    ):
        return
    yield Operation(
        unit=unit,
        kind="modify",
        asked=f"Add {{fact}} to the telephone numbers on {_on(given)}, and keep what is there.",
        takes={given.type: given, "fact": fact},
        lookups=_lookups(given),
        effect=Call("contacts_update", {"card": "{card}", "add_phones": ["{fact}"]}),
        wrong={"instead_of_the_others": {"remove_phones": data["phones"][:1]}} if data["phones"] else {},
        claim=f"the card of {data['name']} has the number",
        check=changed("contacts.card", card, {"phones": [*data["phones"], fact.value]}),
        record=f"contacts.card {card}",
    )


def _home(lived: Lived, unit: str, given: Fact, fact: Fact, card: str) -> Iterator[Operation]:
    data = lived.record("contacts.card", card)
    if not re.search(r"\d", fact.value) or fact.value in data["home"]:
        return
    yield Operation(
        unit=unit,
        kind="modify",
        asked=f"On {_on(given)}, enter as the home address {{fact}}.",
        takes={given.type: given, "fact": fact},
        lookups=_lookups(given),
        effect=Call("contacts_update", {"card": "{card}", "home": "{fact}"}),
        wrong={"under_another_name": {"name": "New address"}},
        claim=f"the card of {data['name']} has the address",
        check=changed("contacts.card", card, {"home": told(fact)}),
        record=f"contacts.card {card}",
    )


def _note(lived: Lived, unit: str, given: Fact, fact: Fact, card: str) -> Iterator[Operation]:
    data = lived.record("contacts.card", card)
    if fact.value in data["note"]:
        return
    text, other = said("fact", fact)
    old = "{note} " if data["note"] else ""
    yield Operation(
        unit=unit,
        kind="modify",
        asked=f"On {_on(given)}, add to the note {{fact}}.",
        takes={given.type: given, "fact": fact},
        lookups=(*_lookups(given), Call("contacts_read", {"card": "{card}"}, (Read("note", "note"),))),
        effect=Call("contacts_update", {"card": "{card}", "note": f"{old}{text}"}),
        also={"note": f"{other} {old}".strip()},
        wrong={"over_the_old_one": {"note": f"It is {fact.value}."}} if data["note"] else {},
        claim=f"the note on the card of {data['name']} has it",
        check=changed("contacts.card", card, {"note": told_too(fact, data["note"])}),
        record=f"contacts.card {card}",
    )


def _group(lived: Lived, unit: str, given: Fact, card: str) -> Iterator[Operation]:
    data = lived.record("contacts.card", card)
    group = pick_free(lived, given, CARD_GROUPS, data["groups"])
    if not group:
        return
    asked = "{person}" if given.type == "person" else "{card}"
    yield Operation(
        unit=unit,
        kind="modify",
        asked=f'Put {asked} into the group "{group}" of my contacts as well.',
        takes={given.type: given},
        lookups=_lookups(given),
        effect=Call("contacts_update", {"card": "{card}", "add_groups": [group]}),
        wrong={"instead_of_the_others": {"remove_groups": data["groups"][:1]}} if data["groups"] else {},
        claim=f"the card of {data['name']} is in the group",
        check=changed("contacts.card", card, {"groups": [*data["groups"], group]}),
        record=f"contacts.card {card}",
    )


def _lookups(given: Fact) -> tuple[Call, ...]:
    return (FIND_CARD,) if given.type == "person" else ()


def _on(given: Fact) -> str:
    return "the card of {person}" if given.type == "person" else "{card}"
