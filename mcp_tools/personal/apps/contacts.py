"""Contacts: the user's address book, which has old addresses and people twice, as address books do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import Day, Many, Ref, Text
from mcp_tools.personal.people import Addresses, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

CONTACTS = App("contacts", "Contacts", "The address book of the user")
CardId = Annotated[str, Ref(record_type="contacts.card", description="A card's id.")]
Name = Annotated[str, Text(longest=120, shortest=1)]
Phones = Annotated[Sequence[str], Many(item=Text(longest=40), most=10, description="Telephone numbers.")]
Groups = Annotated[Sequence[str], Many(item=Text(longest=60), most=20)]
Note = Annotated[str, Text(longest=2000, lines=True)]
LISTS = ("addresses", "phones", "groups")
WHOLE = ("name", *LISTS, "organisation", "home", "birthday", "note")


@CONTACTS.record("card", "cards", prefix="card")
@dataclass(frozen=True, kw_only=True)
class Card(Record):
    """What the owner has noted of somebody."""

    owner: PersonId
    name: Name
    addresses: Addresses = ()
    phones: Phones = ()
    organisation: Annotated[str, Text(longest=120)] = ""
    home: Annotated[str, Text(longest=200)] = ""
    birthday: Annotated[str, Day(optional=True)] = ""
    groups: Groups = ()
    note: Note = ""


@CONTACTS.action("read")
def search(world: World, words: Words, limit: Limit = 20) -> list[Row]:
    """Find cards that have all words in a name, address, organisation, place or note, by name."""
    matches = [
        card
        for card in world.find(Card)
        if contains("\n".join((card.name, *card.addresses, card.organisation, card.home, card.note)), words)
    ]
    matches.sort(key=lambda card: (card.name.casefold(), card.id))
    return [world.show(card, "name", "organisation", "groups") for card in matches[:limit]]


@CONTACTS.action("read")
def read(world: World, card: CardId) -> Row:
    """Show a card."""
    return world.show(world.get(Card, card), *WHOLE)


@CONTACTS.action("read")
def list_group(world: World, group: Annotated[str, Text(longest=60, shortest=1)]) -> list[Row]:
    """List the cards of a group, by name."""
    groups = {name.casefold(): name for card in world.find(Card) for name in card.groups}
    if group.casefold() not in groups:
        raise Refused(
            f"there is no group {group!r}; there are: {', '.join(sorted(groups.values())) or 'none'}"
        )
    matches = [card for card in world.find(Card) if groups[group.casefold()] in card.groups]
    return [
        world.show(card, "name", "addresses", "phones")
        for card in sorted(matches, key=lambda card: card.name)
    ]


@CONTACTS.action("create")
def create(
    world: World,
    name: Name,
    addresses: Addresses = (),
    phones: Phones = (),
    organisation: Annotated[str, Text(longest=120)] = "",
    home: Annotated[str, Text(longest=200, description="The postal address.")] = "",
    birthday: Annotated[str, Day(optional=True)] = "",
    groups: Groups = (),
    note: Note = "",
) -> Row:
    """Add a card."""
    made = world.create(
        Card,
        owner=world.person,
        name=name,
        addresses=addresses,
        phones=phones,
        organisation=organisation,
        home=home,
        birthday=birthday,
        groups=groups,
        note=note,
    )
    return world.show(made, *WHOLE)


@CONTACTS.action("modify")
def update(
    world: World,
    card: CardId,
    name: Annotated[str, Text(longest=120)] = "",
    add_addresses: Addresses = (),
    remove_addresses: Addresses = (),
    add_phones: Phones = (),
    remove_phones: Phones = (),
    organisation: Annotated[str, Text(longest=120)] = "",
    home: Annotated[str, Text(longest=200)] = "",
    birthday: Annotated[str, Day(optional=True)] = "",
    add_groups: Groups = (),
    remove_groups: Groups = (),
    note: Note = "",
) -> Row:
    """Change a card; what is empty stays."""
    old = world.get(Card, card)
    given = {"name": name, "organisation": organisation, "home": home, "birthday": birthday, "note": note}
    values: dict[str, object] = {field: value for field, value in given.items() if value}
    values["addresses"] = _changed(old.addresses, add_addresses, remove_addresses, "address")
    values["phones"] = _changed(old.phones, add_phones, remove_phones, "telephone number")
    values["groups"] = _changed(old.groups, add_groups, remove_groups, "group")
    return world.show(world.update(old, **values), *WHOLE)


@CONTACTS.action("modify")
def merge(world: World, card: CardId, other: CardId) -> Row:
    """Put what another card has into a card, and delete the other. Where both have a value, that of `card` stays."""
    if card == other:
        raise Refused("card and other are the same")
    kept, gone = world.get(Card, card), world.get(Card, other)
    values: dict[str, object] = {
        name: list(dict.fromkeys((*getattr(kept, name), *getattr(gone, name)))) for name in LISTS
    }
    for name in ("organisation", "home", "birthday", "note"):
        values[name] = getattr(kept, name) or getattr(gone, name)
    world.delete(gone)
    return world.show(world.update(kept, **values), *WHOLE)


@CONTACTS.action("delete")
def delete(world: World, card: CardId) -> Row:
    """Delete a card."""
    gone = world.get(Card, card)
    row = world.show(gone, *WHOLE)
    world.delete(gone)
    return row


def _changed(old: Sequence[str], added: Sequence[str], removed: Sequence[str], noun: str) -> list[str]:
    for item in removed:
        if item not in old:
            raise Refused(f"the card has no {noun} {item!r}")
    return [item for item in dict.fromkeys((*old, *added)) if item not in removed]
