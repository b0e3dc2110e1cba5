"""What something costs, who owes what, and offers for repairs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import by_address, called, is_known, others_like, role_of
from plugins.persona.generation.facts.beside import telling
from plugins.persona.generation.facts.in_mail import SEARCH, a_mail, earlier, in_mail
from plugins.persona.generation.facts.searching import is_first, rows, search
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Change, Fact, Read, fact

OFFER = r"(?:reckon with|would take|ask) (\d+) euros"


@fact("price")
def offer_of_tradesperson(lived: Lived) -> Iterator[Fact]:
    """What a tradesperson wants for a repair, as their mail says; the limit of the household is another sum."""
    for happening in lived.happened("repair"):
        for key, mail in happening.of("mail.message"):
            found = re.search(rf"For (.+?) I {OFFER}", mail["body"])
            role = role_of(lived, lived.at_address(mail["sender"])) if found else ""
            if not found or not role:
                continue
            what, price = found.groups()
            limits = [
                limit
                for _, chat in happening.of("messenger.message")
                for limit in re.findall(r"(?:At most|Not more than) (\d+) euros", chat["text"])
            ]
            words = f"for {what} euros number"
            wanted = (
                f"what the {role} {'wants' if str(happening.day) >= lived.today else 'wanted'} for {what}"
            )
            if len(rows(lived, "mail_search", words)) == 1:
                yield from in_mail(
                    lived,
                    "offer_of_tradesperson",
                    "price",
                    key,
                    words,
                    wanted,
                    "that sum",
                    OFFER,
                    [*limits, str(int(price) + 30)],
                    f"{price} euros",
                    f"{int(price) + 45} euros",
                )


@fact("price")
def changed_price(lived: Lived) -> Iterator[Fact]:
    """What a tradesperson wants now for a thing whose price has changed; the first mail and a page have the first."""
    for happening in lived.happened("changed_price"):
        mails = happening.of("mail.message")
        if len(mails) < 2:
            continue
        (_, first), (key, mail), *_ = mails
        found = re.search(r"raised the price: (.+?) (?:is|comes to) (\d+\.\d\d) euros", mail["body"])
        old = re.findall(r"(\d+\.\d\d) euros", first["body"])
        role = role_of(lived, lived.at_address(mail["sender"]))
        if not found or not old or not role:
            continue
        what, price = found.groups()
        yield from in_mail(
            lived,
            "changed_price",
            "price",
            key,
            what,
            f"what the {role} wants for {what} now",
            "that sum",
            r"(?:is|comes to) (\d+\.\d\d) euros",
            old,
            f"{price} euros",
            f"{float(price) + 35:.2f} euros",
        )


@fact("price")
def owed_for_lunch(lived: Lived) -> Iterator[Fact]:
    """What the main person owed a colleague for the last lunch of the team."""
    for happening in list(lived.happened("team_lunch"))[:1]:
        for key, chat in happening.of("messenger.message")[:1]:
            found = re.search(r"(\d+\.\d\d) euros, (?:right|or more)\?", chat["text"])
            lead = re.match(r"I owe you|What do you get|You paid", chat["text"])
            members = lived.record("messenger.conversation", chat["conversation"])["members"]
            mate = next(member for member in members if member != lived.me)
            if found and lead:
                wanted = f"what I owed {called(lived, mate)} for the last lunch with the team"
                yield from _in_chat(
                    lived,
                    "owed_for_lunch",
                    key,
                    f"{lead[0]} euros",
                    wanted,
                    r"(\d+\.\d\d) euros",
                    _sums(lived, "team_lunch", r"(\d+\.\d\d) euros", found[1]),
                    f"{float(found[1]) + 2:.2f}",
                )


@fact("price")
def share_of_dinner(lived: Lived) -> Iterator[Fact]:
    """What a friend owes the main person for the last dinner."""
    pattern = r"(?:I owe you|My half is) (\d+) euros"
    for happening in list(lived.happened("dinner"))[:2]:
        for key, chat in happening.of("messenger.message"):
            found = re.search(pattern, chat["text"])
            if found and chat["sender"] != lived.me:
                lead = "half" if "My half" in found[0] else "owe"
                wanted = f"what {called(lived, chat['sender'])} owes me for our last dinner"
                yield from _in_chat(
                    lived,
                    "share_of_dinner",
                    key,
                    f"evening {lead} euros",
                    wanted,
                    pattern,
                    _sums(lived, "dinner", pattern, found[1]),
                    str(int(found[1]) + 6),
                )


def _sums(lived: Lived, kind: str, pattern: str, value: str) -> list[str]:
    """The sums of other happenings of a kind, the newest first."""
    found = [
        part
        for happening in lived.happened(kind)
        for _, chat in happening.of("messenger.message")
        for part in re.findall(pattern, chat["text"])
    ]
    return [part for part in dict.fromkeys(found) if part != value]


def _in_chat(
    lived: Lived, unit: str, key: str, words: str, wanted: str, pattern: str, others: Sequence[str], new: str
) -> Iterator[Fact]:
    """Yield the sum that a message of the messenger has."""
    found = search(lived, "messenger_search", words, key, Read("value", "0/text", pattern))
    value = re.findall(pattern, lived.record("messenger.message", key)["text"])[0]
    if found and is_first(lived, "messenger_search", words, key):
        yield Fact(
            unit=unit,
            type="price",
            value=value,
            wanted=wanted,
            it="that sum",
            calls=(found,),
            claim=f"it was looked up {wanted}",
            shown=telling(lived, "messenger.message", key, value),
            others=tuple(others[:1]),
            change=Change(f"messenger.message {key}", "text", value, new),
        )


@fact("code")
def offer_number(lived: Lived) -> Iterator[Fact]:
    """The number of the offer for a repair that is ahead."""
    pattern = r"(?:Offer|Job) number (\d+)"
    for key, mail, what in _offers(lived):
        yield from in_mail(
            lived,
            "offer_number",
            "code",
            key,
            f"for {what} euros number",
            f"the number of the offer for {what}",
            "that number",
            pattern,
            earlier(lived, "repair", pattern, mail),
        )


@fact("mail")
def offer_mail(lived: Lived) -> Iterator[Fact]:
    """The mail with the offer for a repair."""
    for key, _, what in _offers(lived):
        yield from a_mail(
            lived, "offer_mail", key, f"for {what} euros number", f"the mail with the offer for {what}"
        )


@fact("person")
def offers_repair(lived: Lived) -> Iterator[Fact]:
    """Whoever has offered a repair, by the sender of the mail."""
    for key, mail, what in _offers(lived):
        person = lived.at_address(mail["sender"])
        words = f"for {what} euros number"
        call = search(lived, SEARCH, words, key, Read("address", "0/sender"))
        others = others_like(lived, person) if is_known(lived, person) else []
        if call and others:
            address = lived.view.people[others[-1]]["address"]
            yield Fact(
                unit="offers_repair",
                type="person",
                value=lived.name(person),
                wanted=f"whoever has made the offer for {what}",
                it="them",
                calls=(call, by_address()),
                claim=f"who has made the offer for {what} was looked up",
                shown=(f"mail.message {key}",),
                others=(lived.name(others[0]),),
                change=Change(f"mail.message {key}", "sender", mail["sender"], address),
            )


def _offers(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for happening in lived.happened("repair"):
        if str(happening.day) < lived.today:
            continue
        for key, mail in happening.of("mail.message"):
            found = re.search(r"For (.+?) I (?:reckon with|would take|ask) \d+ euros", mail["body"])
            if found and len(rows(lived, SEARCH, f"for {found[1]} euros number")) == 1:
                yield key, mail, found[1]
