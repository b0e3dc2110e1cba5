"""What posts of the team say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import called, is_known, others_like
from plugins.persona.generation.facts.at_work import visits
from plugins.persona.generation.facts.searching import is_first, rows, search
from plugins.persona.generation.lived import Happening, Lived, Row
from plugins.persona.generation.parts import Call, Change, Fact, Read, Type, fact

LAST_MOVED = 3
"""How many moved meetings one asks about."""


@fact("person")
def prepares_room(lived: Lived) -> Iterator[Fact]:
    """The colleague who has answered in the team that they see to the room of a visit."""
    for _, _, firm, happening in visits(lived):
        posts = happening.of("team.post")
        if len(posts) != 2:
            continue
        first = search(lived, "team_search", f"can {firm}", posts[0][0], Read("post", "0/id"))
        if first:
            yield from _author(
                lived,
                "prepares_room",
                posts[1],
                f"the colleague who sees to the room for the next visit of {firm}",
                (first, Call("team_read_thread", {"post": "{post}"}, (Read("value", "1/author/name"),))),
            )


@fact("person")
def asked_in_team(lived: Lived) -> Iterator[Fact]:
    """Whoever asked last in the team where a thing is."""
    seen = set()
    for happening in lived.happened("work_question"):
        for key, post in happening.of("team.post")[:1]:
            found = re.search(
                r"(?:Where is|[Ww]here do we keep) (the [\w -]+?)(?:\?| these days| since)", post["text"]
            )
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
                    change=Change(
                        f"calendar.event {event}", "starts", day, f"{day[:8]}{29 - int(day[8:]) % 28:02}"
                    ),
                )


@fact("price")
def meals(lived: Lived) -> Iterator[Fact]:
    """Up to what the head of the team pays meals on a journey."""
    yield from _answer_of_boss(
        lived,
        "meals",
        "price",
        r"up to (\d+) euros",
        "what my meals on the last journey to {town} might cost at most",
    )


@fact("name")
def to_fetch(lived: Lived) -> Iterator[Fact]:
    """What the head of the team wants from a journey."""
    yield from _answer_of_boss(
        lived,
        "to_fetch",
        "name",
        r"(?:Bring back|Ask for) (.+?)(?: and a signature)?\.",
        "what {boss} wanted me to get on my last journey to {town}",
    )


def _is_asked_again(lived: Lived, thing: str, key: str) -> bool:
    """Whether a later post asks something about a thing."""
    found = rows(lived, "team_search", thing)
    later = found[: found.index(key)] if key in found else found
    return any("?" in lived.record("team.post", row)["text"] for row in later)


def _answer_of_boss(lived: Lived, unit: str, gives: Type, pattern: str, wanted: str) -> Iterator[Fact]:
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
            type=gives,
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


def _moved(lived: Lived) -> Iterator[tuple[str, Data, str, Happening]]:
    """The posts that tell of the last moved meetings, with the titles."""
    for happening in list(lived.happened("moved_meeting"))[:LAST_MOVED]:
        posts, events = happening.of("team.post"), happening.of("calendar.event")
        if posts and events and happening.of("mail.message"):
            title = events[0][1]["title"]
            if is_first(lived, "calendar_search", title, events[0][0]):
                yield posts[0][0], posts[0][1], title, happening
