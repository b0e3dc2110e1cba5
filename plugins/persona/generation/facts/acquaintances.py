"""Whom the main person knows: what they are called, how they are found, and who could be taken for them."""

from __future__ import annotations

from plugins.persona.generation.facts.searching import LAST_ROW, is_first, rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Read


def called(lived: Lived, person: str) -> str:
    """Return what the main person calls somebody: the first name if nobody else has it."""
    return lived.first(person) if lived.is_one_first_name(person) else lived.name(person)


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


def row_of_first_name(lived: Lived, person: str) -> int | None:
    """Return the row of somebody's card in a search for the first name; None if it is not among the first ones.

    Cards of others may have the name in a note.
    """
    found = rows(lived, "contacts_search", lived.first(person))[:LAST_ROW]
    card = lived.card(person)
    return found.index(card) if card in found and lived.is_one_first_name(person) else None


def named_alike(lived: Lived, person: str) -> list[str]:
    """Return people like somebody whose cards are in the same row of a search for their first names."""
    row = row_of_first_name(lived, person)
    return [other for other in others_like(lived, person) if row_of_first_name(lived, other) == row]


def by_first_name(row: int) -> Call:
    """Return the call that makes a whole name of `first`, whose card is in a row."""
    return Call("contacts_search", {"words": "{first}", "limit": row + 1}, (Read("value", f"{row}/name"),))


def by_address() -> Call:
    """Return the call that makes a whole name of `address`."""
    return Call("contacts_search", {"words": "{address}", "limit": 1}, (Read("value", "0/name"),))


def role_of(lived: Lived, person: str) -> str:
    """Return somebody's work as their card has it: "plumber"; "" if it has none."""
    card = lived.card(person) if person else ""
    note = str(lived.record("contacts.card", card)["note"]) if card else ""
    return note.partition(".")[0].lower()


def profile(lived: Lived, person: str) -> str:
    """Return the id of a person's profile in the feed; "" if there is none."""
    profiles = lived.view.records["feed.profile"].items()
    return next((key for key, data in profiles if data["of"] == person), "")


def named_by_profile() -> Call:
    """Return the call that finds the name of the person whose `{handle}` was read."""
    return Call("feed_read_profile", {"handle": "{handle}", "limit": 1}, (Read("value", "name"),))


def rival(lived: Lived, person: str, *nearer: str, with_profile: bool = False) -> str:
    """Return somebody who could be taken for a person and can be reached by the same means.

    Args:
        lived: The life.
        person: The person's id.
        nearer: Ids of people who are taken rather than others.
        with_profile: It must be somebody with a profile in the feed.
    """
    means = _means(lived, person)
    if not with_profile:
        means.discard("profile")
    for wanted in (means, means - {"home", "birthday"}, means & {"profile"}):
        for other in (*nearer, *lived.life.people[1:]):
            is_other = other not in (person, lived.me, "") and lived.named(lived.name(other)) == other
            if is_other and wanted <= _means(lived, other):
                return other
    return next(other for other in lived.life.people[1:] if other != person)


def _means(lived: Lived, person: str) -> set[str]:
    """By what the main person can reach somebody."""
    card = lived.card(person)
    data = lived.record("contacts.card", card) if card else {}
    found = {name for name in ("phones", "addresses") if len(data.get(name, ())) == 1}
    found |= {name for name in ("home", "birthday") if data.get(name)}
    found |= {"chat"} if lived.chat(person) else set()
    return found | ({"profile"} if profile(lived, person) else set()) | ({"card"} if card else set())
