"""Cards of the address book, and what they have of people whom other facts find."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import called
from plugins.persona.generation.facts.searching import is_first, rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


def _card_calls(*reads: Read) -> tuple[Call, ...]:
    """The calls that read the card of the needed person."""
    return (
        Call("contacts_search", {"words": "{person}"}, (Read("card", "name={person}/id"),)),
        Call("contacts_read", {"card": "{card}"}, reads),
    )


def _card(lived: Lived, person: Fact) -> tuple[str, str, Data] | None:
    """The person, and the id and the card that the main person has; None if there are more or none."""
    key = lived.named(person.value)
    card = lived.card(key) if key else ""
    return (key, card, lived.record("contacts.card", card)) if card else None


def _of(noun: str, person: Fact) -> str:
    """A thing of a person: "Nora's card", "the card of whoever has our drill"."""
    return f"the {noun} of {person.wanted}" if person.calls else f"{person.wanted}'s {noun}"


def _is_found_in_contacts(person: Fact) -> bool:
    """Whether a search in the address book finds a person, which other values on the card would mislead."""
    return person.calls[-1:] != () and person.calls[-1].tool == "contacts_search"


def _others(lived: Lived, card: str, name: str, value: str) -> str:
    """Another card's value of a field that is a list or a text."""
    for key, data in lived.records("contacts.card").items():
        given = data.get(name)
        first = str(given[0]) if isinstance(given, list) and given else str(given or "")
        if key != card and first and first != value:
            return first
    return ""


@fact("card", person=("person",))
def card_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """The card of a person who was looked up."""
    found = _card(lived, person)
    if found is None or not person.calls:
        return
    _, card, data = found
    others = [
        key for key, other in lived.records("contacts.card").items() if other["groups"] == data["groups"]
    ]
    yield Fact(
        unit="card_of",
        type="card",
        value=card,
        wanted=_of("card", person),
        it="that card",
        calls=(Call("contacts_search", {"words": "{person}"}, (Read("value", "name={person}/id"),)),),
        claim=f"the card of {person.value} was found",
        shown=(f"contacts.card {card}",),
        others=tuple(key for key in others if key != card)[:1],
        needs={"person": person},
    )


@fact("code", person=("person",))
def phone_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """The telephone number of a person who has one alone."""
    found = _card(lived, person)
    if found is None or len(found[2]["phones"]) != 1:
        return
    _, card, data = found
    phone = data["phones"][0]
    other = _others(lived, card, "phones", phone)
    yield Fact(
        unit="phone_of",
        type="code",
        value=phone,
        wanted=_of("telephone number", person),
        it="that number",
        calls=_card_calls(Read("value", "phones/0")),
        claim=f"the telephone number of {person.value} was read",
        shown=(f"contacts.card {card}",),
        others=(other,),
        change=Change(f"contacts.card {card}", "phones", phone, other),
        needs={"person": person},
    )


@fact("code", person=("person",))
def mail_address_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """The mail address of a person who has one alone."""
    found = _card(lived, person)
    if found is None or len(found[2]["addresses"]) != 1 or _is_found_in_contacts(person):
        return
    _, card, data = found
    address = data["addresses"][0]
    other = _others(lived, card, "addresses", address)
    yield Fact(
        unit="mail_address_of",
        type="code",
        value=address,
        wanted=_of("mail address", person),
        it="that address",
        calls=_card_calls(Read("value", "addresses/0")),
        claim=f"the mail address of {person.value} was read",
        shown=(f"contacts.card {card}",),
        others=(other,),
        change=Change(f"contacts.card {card}", "addresses", address, other),
        needs={"person": person},
    )


@fact("place", person=("person",))
def home_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """Where a person lives who has no other address anywhere."""
    found = _card(lived, person)
    if found is None or not found[2].get("home"):
        return
    key, card, data = found
    moved = {
        message["sender"]
        for item in lived.happened("old_address")
        for _, message in item.of("messenger.message")
    }
    other = _others(lived, card, "home", data["home"])
    if key in moved or not other:
        return
    yield Fact(
        unit="home_of",
        type="place",
        value=data["home"],
        wanted=_of("home address", person),
        it="that address",
        calls=_card_calls(Read("value", "home")),
        claim=f"the home of {person.value} was read",
        shown=(f"contacts.card {card}",),
        others=(other,),
        change=Change(f"contacts.card {card}", "home", data["home"], other),
        needs={"person": person},
    )


@fact("day", person=("person",))
def birthday_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """The day on which a person was born."""
    found = _card(lived, person)
    if found is None or not found[2].get("birthday"):
        return
    _, card, data = found
    born = data["birthday"]
    other = _others(lived, card, "birthday", born)
    yield Fact(
        unit="birthday_of",
        type="day",
        value=born,
        wanted=_of("date of birth", person),
        it="that date",
        calls=_card_calls(Read("value", "birthday")),
        claim=f"the birthday of {person.value} was read",
        shown=(f"contacts.card {card}",),
        others=(other,),
        change=Change(f"contacts.card {card}", "birthday", born, other),
        needs={"person": person},
    )


@fact("name", person=("person",))
def firm_of(lived: Lived, person: Fact) -> Iterator[Fact]:
    """For whom a person works, of people who are known through something else."""
    found = _card(lived, person)
    if found is None or not found[2].get("organisation") or not person.calls or _is_found_in_contacts(person):
        return
    _, card, data = found
    firm = data["organisation"]
    other = _others(lived, card, "organisation", firm)
    if not other:
        return
    yield Fact(
        unit="firm_of",
        type="name",
        value=firm,
        wanted=_of("organisation", person),
        it="that organisation",
        calls=_card_calls(Read("value", "organisation")),
        claim=f"the organisation of {person.value} was read",
        shown=(f"contacts.card {card}",),
        others=(other,),
        change=Change(f"contacts.card {card}", "organisation", firm, other),
        needs={"person": person},
    )


@fact("card")
def second_card(lived: Lived) -> Iterator[Fact]:
    """The second card of a friend, which has the telephone number that has gone."""
    for happening in lived.happened("duplicate_card"):
        for key, card in happening.of("contacts.card"):
            first = card["name"].split()[0]
            right = [other for other, data in lived.cards(first) if other != key]
            if not is_first(lived, "contacts_search", f"{first} old telephone", key) or not right:
                continue
            yield Fact(
                unit="second_card",
                type="card",
                value=key,
                wanted=f"the card of {first} with the number of the old telephone",
                it="that card",
                calls=(
                    Call(
                        "contacts_search",
                        {"words": f"{first} old telephone"},
                        (Read("value", "0/id"),),
                    ),
                ),
                claim=f"the second card of {first} was found",
                shown=(f"contacts.card {key}",),
                others=(right[0],),
            )


@fact("code")
def number_now(lived: Lived) -> Iterator[Fact]:
    """The telephone number that a friend has now, by the mail on the old one."""
    number = r"(?:on|is) ([\d ]{8,}\d)"
    for happening in lived.happened("duplicate_card"):
        for key, mail in happening.of("mail.message"):
            found = re.search(number, mail["body"])
            stale = re.search(r"(?:delete|[Ff]orget) ([\d ]{8,}\d)", mail["body"])
            sender = lived.at_address(mail["sender"])
            card = lived.card(sender) if sender not in ("", lived.me) else ""
            if not found or not stale or not card:
                continue
            if lived.record("contacts.card", card)["addresses"][:1] != [mail["sender"]]:
                continue
            theirs = [
                other
                for other in rows(lived, "mail_search", "telephone")
                if lived.record("mail.message", other)["sender"] == mail["sender"]
            ]
            if theirs[:1] != [key]:
                continue
            name = lived.name(sender)
            yield Fact(
                unit="number_now",
                type="code",
                value=found[1],
                wanted=f"the telephone number that {called(lived, sender)} has now",
                it="that number",
                calls=(
                    Call(
                        "contacts_search", {"words": lived.first(sender)}, (Read("card", f"name={name}/id"),)
                    ),
                    Call("contacts_read", {"card": "{card}"}, (Read("address", "addresses/0"),)),
                    Call(
                        "mail_search",
                        {"words": "telephone", "sender": "{address}", "limit": 1},
                        (Read("mail", "0/id"),),
                    ),
                    Call("mail_read_message", {"message": "{mail}"}, (Read("value", "body", number),)),
                ),
                claim=f"the number that {lived.first(sender)} has now was read",
                shown=(f"mail.message {key}", f"contacts.card {card}"),
                others=(stale[1],),
                change=Change(f"mail.message {key}", "body", found[1], f"{found[1][:-4]}7007"),
            )
