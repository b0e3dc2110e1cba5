"""Rules on what misleads on purpose: each trap is there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from mcp_tools.personal.life.rules import rule
from mcp_tools.personal.life.view import View, moment
from mcp_tools.personal.life.words import clock, long_day
from mcp_tools.personal.store import Data

_PRICE = re.compile(r"\d+\.\d\d euros")


@rule
def two_people_share_a_first_name(view: View) -> Iterator[str]:
    """Two people have the same first name and different surnames; nobody else shares theirs."""
    firsts = Counter(person["name"].split()[0] for person in view.people.values())
    shared = [(name, count) for name, count in firsts.items() if count > 1]
    if [count for _, count in shared] != [2]:
        yield f"shared by several: {shared}"


@rule
def two_people_share_a_surname(view: View) -> Iterator[str]:
    """Two people who have nothing to do with each other have the same surname."""
    groups: dict[str, set[str]] = {}
    for card in _own_cards(view):
        if not set(card["groups"]) & {"Family"}:
            groups.setdefault(card["name"].split()[-1], set()).update(card["groups"])
    if not any({"Clients", "Tradespeople"} <= found for found in groups.values()):
        yield "no client has a tradesperson's surname"


@rule
def an_old_address_is_there(view: View) -> Iterator[str]:
    """An old mail of a friend names an address that the card does not have; a later chat names that of the card."""
    (event,) = view.of_kind("old_address")
    mails, chats = view.written(event, "mail.message"), view.written(event, "messenger.message")
    sender = next(person for person in view.people.values() if person["address"] == mails[0]["sender"])
    (card,) = [card for card in _own_cards(view) if card["name"] == sender["name"]]
    if (
        card["home"] in mails[0]["body"]
        or card["home"] not in chats[0]["text"]
        or chats[0]["at"] < mails[0]["at"]
    ):
        yield card["name"]


@rule
def a_meeting_was_moved(view: View) -> Iterator[str]:
    """Of a moved meeting the mail says another time than the event, and a post says that of the event."""
    events = [event for event in view.of_kind("moved_meeting") if view.written(event, "team.post")]
    if not events:
        yield "no meeting was moved"
    for event in events:
        starts = moment(view.written(event, "calendar.event")[0]["starts"])
        new = (long_day(starts.date()), clock(starts))
        mail, post = (
            view.written(event, "mail.message")[0]["body"],
            view.written(event, "team.post")[0]["text"],
        )
        if new[0] in mail or any(part not in post for part in new):
            yield f"{event.day}"


@rule
def last_years_list_is_beside_this_years(view: View) -> Iterator[str]:
    """The lists of presents of two winters differ, in one notebook."""
    (event,) = view.of_kind("old_list")
    pages = view.written(event, "notes.page")
    if (
        len(pages) != 2
        or pages[0]["body"] == pages[1]["body"]
        or pages[0]["notebook"] != pages[1]["notebook"]
    ):
        yield "the two lists"


@rule
def a_card_is_there_twice(view: View) -> Iterator[str]:
    """A second card of a friend has a telephone number that is not the person's."""
    (event,) = view.of_kind("duplicate_card")
    (stale,) = view.written(event, "contacts.card")
    first, initial = stale["name"].split()
    alike = [
        person
        for person in view.people.values()
        if person["name"].startswith(f"{first} {initial[0]}") and person["phone"] not in stale["phones"]
    ]
    if not alike or any(person["phone"] in stale["phones"] for person in view.people.values()):
        yield stale["name"]


@rule
def an_account_reads_like_another_name(view: View) -> Iterator[str]:
    """The account of somebody is the name of somebody else, and their card has two addresses."""
    names = {person["name"].lower().replace(" ", "."): key for key, person in view.people.items()}
    borrowed = [
        person
        for key, person in view.people.items()
        if person["account"] in names and names[person["account"]] != key
    ]
    cards = [card for card in _own_cards(view) for person in borrowed if card["name"] == person["name"]]
    if not cards or any(len(card["addresses"]) != 2 for card in cards):
        yield "no account"


@rule
def two_events_have_one_title(view: View) -> Iterator[str]:
    """An event of the family's calendar has the title of one in the main person's own."""
    (event,) = view.of_kind("twin_event")
    events = view.written(event, "calendar.event")
    if (
        len(events) != 2
        or len({item["calendar"] for item in events}) != 2
        or len({item["title"] for item in events}) != 1
    ):
        yield "the two events"


@rule
def a_price_has_changed(view: View) -> Iterator[str]:
    """A later mail of a conversation raises the price of the first; a page has the first."""
    (event,) = view.of_kind("changed_price")
    mails, (page,) = view.written(event, "mail.message"), view.written(event, "notes.page")
    first, second = _PRICE.findall(mails[0]["body"]), _PRICE.findall(mails[1]["body"])
    if (
        not first
        or first == second
        or first[0] not in page["body"]
        or len({mail["thread"] for mail in mails}) != 1
    ):
        yield page["title"]


@rule
def an_answer_was_taken_back(view: View) -> Iterator[str]:
    """Somebody agrees by mail and takes it back in a later chat; in the event they have declined."""
    (event,) = view.of_kind("answer_taken_back")
    mails, chats = view.written(event, "mail.message"), view.written(event, "messenger.message")
    entries = view.written(event, "calendar.event")
    answers = [mail for mail in mails if mail["subject"].startswith("Re: ")]
    if not answers or not chats or chats[0]["at"] < answers[0]["at"]:
        yield "the answers"
    elif answers[0]["sender"] not in entries[0]["declined"]:
        yield entries[0]["title"]


def _own_cards(view: View) -> list[Data]:
    return [card for card in view.records["contacts.card"].values() if card["owner"] == view.life.person]
