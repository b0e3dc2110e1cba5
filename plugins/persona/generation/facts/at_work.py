"""Who does what at work, and what visits are about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import (
    by_address,
    by_first_name,
    is_known,
    named_alike,
    others_like,
    row_of_first_name,
)
from plugins.persona.generation.facts.beside import telling
from plugins.persona.generation.facts.searching import rows, search
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("person")
def stands_in(lived: Lived) -> Iterator[Fact]:
    """Whoever stands in for a colleague on leave; the mail of the colleague says it as well."""
    for key, title, away, person in _leaves(lived):
        first = search(
            lived, "calendar_search", f"{away} away", key, Read("first", "0/title", r"\((\w+) stands in\)")
        )
        row, others = row_of_first_name(lived, person), others_like(lived, person)
        if not first or not others or row is None:
            continue
        is_over = lived.record("calendar.event", key)["ends"] < lived.now
        does, which = ("stood", "last") if is_over else ("stands", "next")
        wanted = f"whoever {does} in for {away} on the {which} leave"
        yield Fact(
            unit="stands_in",
            type="person",
            value=lived.name(person),
            wanted=wanted,
            it="them",
            calls=(first, by_first_name(row)),
            claim=f"who stands in for {away} was looked up",
            shown=telling(lived, "calendar.event", key, lived.first(person)),
            others=(lived.name(others[0]),),
            change=_first_name(lived, key, title, person, " stands in"),
        )


@fact("person")
def on_leave(lived: Lived) -> Iterator[Fact]:
    """The colleague who is on leave next."""
    leaves = [row for row in _leaves(lived) if lived.record("calendar.event", row[0])["starts"] > lived.now]
    for key, title, away, person in leaves if len(leaves) == 1 else []:
        absent = _by_first_name(lived, away)
        first = search(lived, "calendar_search", "away stands", key, Read("first", "0/title", r"^(\w+) away"))
        row, others = (row_of_first_name(lived, absent), others_like(lived, absent)) if absent else (None, [])
        if not first or not others or row is None:
            continue
        yield Fact(
            unit="on_leave",
            type="person",
            value=lived.name(absent),
            wanted="the colleague who goes on leave next",
            it="them",
            calls=(first, by_first_name(row)),
            claim="who goes on leave next was looked up",
            shown=telling(lived, "calendar.event", key, away),
            others=(lived.name(person),),
            change=_first_name(lived, key, title, absent, " away"),
        )


@fact("person")
def visitor(lived: Lived) -> Iterator[Fact]:
    """Whoever comes from a client; others of the firm are in the address book, too."""
    for key, data, firm, _ in visits(lived):
        person = lived.at_address(data["guests"][0])
        if not is_known(lived, person):
            continue
        others = others_like(lived, person)
        same = [
            other
            for other in others
            if lived.record("contacts.card", lived.card(other))["organisation"] == firm
        ]
        first = search(lived, "calendar_search", f"visit {firm}", key, Read("event", "0/id"))
        if first and others:
            address = lived.view.people[others[-1]]["address"]
            yield Fact(
                unit="visitor",
                type="person",
                value=lived.name(person),
                wanted=f"whoever visits us next from {firm}",
                it="them",
                calls=(
                    first,
                    Call("calendar_read_event", {"event": "{event}"}, (Read("address", "guests/0/address"),)),
                    by_address(),
                ),
                claim=f"who comes from {firm} was looked up",
                shown=telling(lived, "calendar.event", key, data["guests"][0]),
                others=(lived.name([*same, *others][0]),),
                change=Change(f"calendar.event {key}", "guests", data["guests"][0], address),
            )


@fact("name")
def topic_of_visit(lived: Lived) -> Iterator[Fact]:
    """What a client wants to look at."""
    pattern = r"(?:Show|Explain|Ask about): ([^,]+),"
    for key, data, firm, happening in visits(lived):
        found = re.match(pattern, data["note"])
        first = search(lived, "calendar_search", f"visit {firm}", key, Read("event", "0/id"))
        if found and first:
            other = re.findall(r", ([^;]+);", data["note"])
            yield Fact(
                unit="topic_of_visit",
                type="name",
                value=found[1],
                wanted=f"what {firm} wants to be shown at the next visit",
                it="that",
                calls=(
                    first,
                    Call("calendar_read_event", {"event": "{event}"}, (Read("value", "note", pattern),)),
                ),
                claim=f"what {firm} wants to be shown was looked up",
                shown=(
                    *telling(lived, "calendar.event", key, found[1]),
                    *(
                        f"team.post {post}"
                        for post, row in happening.of("team.post")
                        if found[1] in row["text"]
                    ),
                ),
                others=tuple(other[:1]),
                change=Change(f"calendar.event {key}", "note", found[1], "the visitors' book"),
            )


@fact("person")
def handed_over(lived: Lived) -> Iterator[Fact]:
    """Whoever has handed a thing over to the main person, by mail."""
    for happening in lived.happened("hand_over"):
        for key, mail in happening.of("mail.message")[:1]:
            thing = mail["subject"].partition(": ")[2]
            words = f"over {thing}"
            found = [
                row for row in rows(lived, "mail_search", words, folder="Inbox") if _is_hand_over(lived, row)
            ]
            first = search(lived, "mail_search", words, key, Read("address", "0/sender"), folder="Inbox")
            person = lived.at_address(mail["sender"])
            others = others_like(lived, person) if is_known(lived, person) else []
            if found == [key] and first and others:
                address = lived.view.people[others[-1]]["address"]
                yield Fact(
                    unit="handed_over",
                    type="person",
                    value=lived.name(person),
                    wanted=f"whoever handed {thing} over to me",
                    it="them",
                    calls=(first, by_address()),
                    claim=f"who handed {thing} over was looked up",
                    shown=(
                        f"mail.message {key}",
                        *(
                            f"notes.page {page}"
                            for page, row in happening.of("notes.page")
                            if lived.name(person) in row["body"]
                        ),
                    ),
                    others=(lived.name(others[0]),),
                    change=Change(f"mail.message {key}", "sender", mail["sender"], address),
                )


@fact("person")
def called_meeting(lived: Lived) -> Iterator[Fact]:
    """Whoever has called a meeting that is ahead."""
    for happening in lived.happened("work_meeting"):
        for key, data in happening.of("calendar.event"):
            person = lived.at_address(data["organiser"])
            thing = re.sub(r"^\w+: |,.*$", "", data["title"]).lower()
            ahead = [row for row in rows(lived, "calendar_search", thing) if _starts(lived, row) > lived.now]
            first = search(lived, "calendar_search", thing, key, Read("event", "0/id"))
            if ahead != [key] or not first or not is_known(lived, person):
                continue
            guests = [lived.at_address(guest) for guest in data["guests"]]
            others = [
                guest for guest in guests if guest != person and is_known(lived, guest) and lived.chat(guest)
            ]
            others = [other for other in others if bool(lived.chat(other)) >= bool(lived.chat(person))]
            if others:
                address = lived.view.people[others[0]]["address"]
                yield Fact(
                    unit="called_meeting",
                    type="person",
                    value=lived.name(person),
                    wanted=f"whoever has called our next meeting about the {thing}",
                    it="them",
                    calls=(
                        first,
                        Call("calendar_read_event", {"event": "{event}"}, (Read("address", "organiser"),)),
                        by_address(),
                    ),
                    claim=f"who has called the meeting about the {thing} was looked up",
                    shown=telling(lived, "calendar.event", key, data["organiser"]),
                    others=(lived.name(others[0]),),
                    change=Change(f"calendar.event {key}", "organiser", data["organiser"], address),
                )


def _leaves(lived: Lived) -> Iterator[tuple[str, str, str, str]]:
    """The last leave of each colleague: event, title, first name, and who stands in."""
    seen: set[str] = set()
    for happening in lived.happened("colleague_leave"):
        for key, data in happening.of("calendar.event"):
            found = re.fullmatch(r"(\w+) away \((\w+) stands in\)", data["title"])
            person = _by_first_name(lived, found[2]) if found else ""
            if found and person and found[1] not in seen:
                seen.add(found[1])
                yield key, data["title"], found[1], person


def _by_first_name(lived: Lived, first: str) -> str:
    """Whose first name it is, if the address book says so."""
    people = [person for person in lived.view.people if lived.first(person) == first]
    return people[0] if len(people) == 1 and is_known(lived, people[0]) else ""


def _first_name(lived: Lived, key: str, title: str, person: str, then: str) -> Change | None:
    """Return the change of a first name in a title."""
    old = f"{lived.first(person)}{then}"
    others = named_alike(lived, person)
    if not others or old not in title:
        return None
    return Change(f"calendar.event {key}", "title", old, f"{lived.first(others[-1])}{then}")


def visits(lived: Lived) -> Iterator[tuple[str, Data, str, Happening]]:
    for happening in lived.happened("client_visit"):
        for key, data in happening.of("calendar.event"):
            firm = data["title"].removeprefix("Visit of ")
            coming = [
                row
                for row in rows(lived, "calendar_search", f"visit {firm}")
                if _starts(lived, row) > lived.now
            ]
            if coming == [key]:
                yield key, data, firm, happening


def _is_hand_over(lived: Lived, key: str) -> bool:
    return bool(re.match(r"(Hand-over|You take over): ", lived.record("mail.message", key)["subject"]))


def _starts(lived: Lived, key: str) -> str:
    return str(lived.record("calendar.event", key)["starts"])
