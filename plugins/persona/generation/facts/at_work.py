"""Who does what at work, where, and about what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.facts.searching import (
    by_address,
    by_first_name,
    called,
    is_first,
    is_known,
    named_alike,
    others_like,
    row_of_first_name,
    rows,
    search,
    telling,
)
from plugins.persona.generation.lived import Happening, Lived, Row
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

LAST_MOVED = 3
"""How many moved meetings one asks about."""


@fact("person")
def stands_in(lived: Lived) -> Iterator[Fact]:
    """Whoever stands in for a colleague on leave; the mail of the colleague says it as well."""
    for key, title, away, person in _leaves(lived):
        first = search(
            lived, "calendar_search", f"{away} away", key, Read("first", "0/title", r"\((\w+) stands in\)")
        )
        row, others = row_of_first_name(lived, person), named_alike(lived, person)
        if not first or not others or row is None:
            continue
        yield Fact(
            unit="stands_in",
            type="person",
            value=lived.name(person),
            wanted=f"whoever stands in for {away} on the next leave",
            it="them",
            calls=(first, by_first_name(row)),
            claim=f"who stands in for {away} was looked up",
            shown=telling(lived, "calendar.event", key, lived.first(person)),
            others=(lived.name(others[0]),),
            change=_first_name(lived, key, title, person, others[-1], " stands in"),
        )


@fact("person")
def on_leave(lived: Lived) -> Iterator[Fact]:
    """The colleague who is on leave next."""
    leaves = [row for row in _leaves(lived) if lived.record("calendar.event", row[0])["starts"] > lived.now]
    for key, title, away, person in leaves if len(leaves) == 1 else []:
        absent = _by_first_name(lived, away)
        first = search(
            lived, "calendar_search", "away stands", key, Read("first", "0/title", r"^(\w+) away")
        )
        row, others = (row_of_first_name(lived, absent), named_alike(lived, absent)) if absent else (None, [])
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
            change=_first_name(lived, key, title, absent, others[-1], " away"),
        )


@fact("person")
def visitor(lived: Lived) -> Iterator[Fact]:
    """Whoever comes from a client; others of the firm are in the address book, too."""
    for key, data, firm, _ in _visits(lived):
        person = lived.at_address(data["guests"][0])
        if not is_known(lived, person):
            continue
        others = others_like(lived, person)
        same = [other for other in others if lived.record("contacts.card", lived.card(other))["organisation"] == firm]
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
    for key, data, firm, happening in _visits(lived):
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
                calls=(first, Call("calendar_read_event", {"event": "{event}"}, (Read("value", "note", pattern),))),
                claim=f"what {firm} wants to be shown was looked up",
                shown=(
                    *telling(lived, "calendar.event", key, found[1]),
                    *(f"team.post {post}" for post, row in happening.of("team.post") if found[1] in row["text"]),
                ),
                others=tuple(other[:1]),
                change=Change(f"calendar.event {key}", "note", found[1], "the visitors' book"),
            )


@fact("person")
def prepares_room(lived: Lived) -> Iterator[Fact]:
    """The colleague who has answered in the team that they see to the room of a visit."""
    for _, _, firm, happening in _visits(lived):
        posts = happening.of("team.post")
        first = search(lived, "team_search", f"room {firm}", posts[0][0], Read("post", "0/id")) if posts else None
        first = first or (search(lived, "team_search", f"can {firm}", posts[0][0], Read("post", "0/id")) if posts else None)
        if len(posts) == 2 and first:
            yield from _author(
                lived, "prepares_room", posts[1], f"the colleague who sees to the room for the next visit of {firm}",
                (first, Call("team_read_thread", {"post": "{post}"}, (Read("value", "1/author/name"),))),
            )  # fmt: skip


@fact("person")
def asked_in_team(lived: Lived) -> Iterator[Fact]:
    """Whoever asked last in the team where a thing is."""
    seen = set()
    for happening in lived.happened("work_question"):
        for key, post in happening.of("team.post")[:1]:
            found = re.search(r"(?:Where is|[Ww]here do we keep) (the [\w -]+?)(?:\?| these days| since)", post["text"])
            if not found or found[1] in seen or _is_asked_again(lived, found[1], key):
                continue
            seen.add(found[1])
            words = f"where {found[1]}"
            first = search(lived, "team_search", words, key, Read("value", "0/author/name"))
            if first and is_first(lived, "team_search", words, key):
                wanted = f"whoever asked last in the team where {found[1]} is"
                yield from _author(lived, "asked_in_team", (key, post), wanted, (first,))


@fact("person")
def moved_it(lived: Lived) -> Iterator[Fact]:
    """Whoever has moved a meeting, as the team was told."""
    for key, post, title, _ in _moved(lived):
        first = search(lived, "team_search", title, key, Read("value", "0/author/name"))
        if first:
            wanted = f"whoever moved the meeting on {title[:1].lower()}{title[1:]}"
            yield from _author(lived, "moved_it", (key, post), wanted, (first,))


@fact("time")
def moved_time(lived: Lived) -> Iterator[Fact]:
    """At what time a moved meeting was in the end, as the team was told; the invitation has the old time."""
    pattern = r"(?:, |at )(\d\d:\d\d)"
    for key, post, title, happening in _moved(lived):
        found = re.search(pattern, post["text"])
        first = search(lived, "team_search", title, key, Read("value", "0/text", pattern))
        old = re.findall(r"\b(\d+:\d\d)", happening.of("mail.message")[0][1]["body"])
        if not found or not first or not old:
            continue
        yield Fact(
            unit="moved_time",
            type="time",
            value=found[1],
            wanted=f"at what time the meeting on {title[:1].lower()}{title[1:]} began in the end",
            it="that time",
            calls=(first,),
            claim=f"the new time of the meeting on {title} was looked up",
            shown=(
                f"team.post {key}",
                *(f"calendar.event {event}" for event, _ in happening.of("calendar.event")),
            ),
            others=(old[0].zfill(5),),
            change=Change(f"team.post {key}", "text", found[1], "17:45"),
        )


@fact("day")
def moved_day(lived: Lived) -> Iterator[Fact]:
    """On which day a moved meeting was in the end, as the calendar has it."""
    for key, _, title, happening in _moved(lived):
        for event, data in happening.of("calendar.event"):
            first = search(lived, "calendar_search", title, event, Read("value", "0/starts", "^(.{10})"))
            day = data["starts"][:10]
            if first:
                yield Fact(
                    unit="moved_day",
                    type="day",
                    value=day,
                    wanted=f"on which day the meeting on {title[:1].lower()}{title[1:]} was in the end",
                    it="that day",
                    calls=(first,),
                    claim=f"the new day of the meeting on {title} was looked up",
                    shown=(f"calendar.event {event}", f"team.post {key}"),
                    others=(str(happening.day),) if str(happening.day) != day else (),
                    change=Change(f"calendar.event {event}", "starts", day, f"{day[:8]}{29 - int(day[8:]) % 28:02}"),
                )


@fact("person")
def handed_over(lived: Lived) -> Iterator[Fact]:
    """Whoever has handed a thing over to the main person, by mail."""
    for happening in lived.happened("hand_over"):
        for key, mail in happening.of("mail.message")[:1]:
            thing = mail["subject"].partition(": ")[2]
            words = f"over {thing}"
            found = [row for row in rows(lived, "mail_search", words, folder="Inbox") if _is_hand_over(lived, row)]
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
                        *(f"notes.page {page}" for page, row in happening.of("notes.page") if lived.name(person) in row["body"]),
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
            others = [guest for guest in guests if guest != person and is_known(lived, guest) and lived.chat(guest)]
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


@fact("price")
def meals(lived: Lived) -> Iterator[Fact]:
    """Up to what the head of the team pays meals on a journey."""
    yield from _answer_of_boss(
        lived, "meals", "price", r"up to (\d+) euros", "what my meals on the last journey to {town} might cost at most"
    )


@fact("name")
def to_fetch(lived: Lived) -> Iterator[Fact]:
    """What the head of the team wants from a journey."""
    yield from _answer_of_boss(
        lived, "to_fetch", "name", r"(?:Bring back|Ask for) (.+?)(?: and a signature)?\.",
        "what {boss} wanted from my last journey to {town}",
    )  # fmt: skip


def _is_asked_again(lived: Lived, thing: str, key: str) -> bool:
    """Whether a later post asks something about a thing."""
    found = rows(lived, "team_search", thing)
    later = found[: found.index(key)] if key in found else found
    return any("?" in lived.record("team.post", row)["text"] for row in later)


def _answer_of_boss(lived: Lived, unit: str, gives: str, pattern: str, wanted: str) -> Iterator[Fact]:
    seen = set()
    for happening in lived.happened("business_journey"):
        posts = happening.of("team.post")
        if len(posts) != 2:
            continue
        town = re.findall(r" I am in (\w+) ", posts[0][1]["text"])[0]
        found = re.search(pattern, posts[1][1]["text"])
        first = search(lived, "team_search", f"I am in {town}", posts[0][0], Read("post", "0/id"))
        if town in seen or not found or not first:
            continue
        seen.add(town)
        value = found[1]
        asked = wanted.format(town=town, boss=called(lived, posts[1][1]["author"]))
        others = _answers(lived, pattern, value)
        new = str(int(value) + 35) if gives == "price" else "the guest list"
        yield Fact(
            unit=unit,
            type=gives,  # type: ignore[arg-type]  # its units say which
            value=value,
            wanted=asked,
            it="that sum" if gives == "price" else "that",
            calls=(first, Call("team_read_thread", {"post": "{post}"}, (Read("value", "1/text", pattern),))),
            claim=f"{asked} was looked up",
            shown=(f"team.post {posts[1][0]}",),
            others=tuple(others[:1]),
            change=Change(f"team.post {posts[1][0]}", "text", value, new),
        )


def _answers(lived: Lived, pattern: str, value: str) -> list[str]:
    """What was said on other journeys in place of a value."""
    found = [
        part[1]
        for happening in lived.happened("business_journey")
        for _, post in happening.of("team.post")[1:]
        if (part := re.search(pattern, post["text"]))
    ]
    return [part for part in dict.fromkeys(found) if part != value]


def _author(lived: Lived, unit: str, post: Row, wanted: str, calls: tuple[Call, ...]) -> Iterator[Fact]:
    """Yield who has written a post."""
    key, data = post
    person = data["author"]
    others = others_like(lived, person) if is_known(lived, person) else []
    if others:
        yield Fact(
            unit=unit,
            type="person",
            value=lived.name(person),
            wanted=wanted,
            it="them",
            calls=calls,
            claim=f"it was looked up: {wanted}",
            shown=(f"team.post {key}",),
            others=(lived.name(others[0]),),
            change=Change(f"team.post {key}", "author", person, others[-1]),
        )


def _leaves(lived: Lived) -> Iterator[tuple[str, str, str, str]]:
    """The leaves that are not over: event, title, first name, and who stands in."""
    for happening in lived.happened("colleague_leave"):
        for key, data in happening.of("calendar.event"):
            found = re.fullmatch(r"(\w+) away \((\w+) stands in\)", data["title"])
            person = _by_first_name(lived, found[2]) if found else ""
            if found and person and data["ends"] > lived.now:
                yield key, data["title"], found[1], person


def _by_first_name(lived: Lived, first: str) -> str:
    """Whose first name it is, if the address book says so."""
    people = [person for person in lived.view.people if lived.first(person) == first]
    return people[0] if len(people) == 1 and is_known(lived, people[0]) else ""


def _first_name(lived: Lived, key: str, title: str, person: str, other: str, then: str) -> Change | None:
    """Return the change of a first name in a title."""
    old = f"{lived.first(person)}{then}"
    return Change(f"calendar.event {key}", "title", old, f"{lived.first(other)}{then}") if old in title else None


def _visits(lived: Lived) -> Iterator[tuple[str, dict[str, object], str, Happening]]:
    for happening in lived.happened("client_visit"):
        for key, data in happening.of("calendar.event"):
            firm = data["title"].removeprefix("Visit of ")
            coming = [row for row in rows(lived, "calendar_search", f"visit {firm}") if _starts(lived, row) > lived.now]
            if coming == [key]:
                yield key, data, firm, happening


def _moved(lived: Lived) -> Iterator[tuple[str, dict[str, object], str, Happening]]:
    """The posts that tell of the last moved meetings, with the titles."""
    for happening in list(lived.happened("moved_meeting"))[:LAST_MOVED]:
        posts, events = happening.of("team.post"), happening.of("calendar.event")
        if posts and events and happening.of("mail.message"):
            title = events[0][1]["title"]
            if is_first(lived, "calendar_search", title, events[0][0]):
                yield posts[0][0], posts[0][1], title, happening


def _is_hand_over(lived: Lived, key: str) -> bool:
    return bool(re.match(r"(Hand-over|You take over): ", lived.record("mail.message", key)["subject"]))


def _starts(lived: Lived, key: str) -> str:
    return str(lived.record("calendar.event", key)["starts"])
