"""Events that are ahead, as records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import called
from plugins.persona.generation.facts.searching import is_first, renamed, rows, search
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

SEARCH = "calendar_search"


@fact("event")
def concert(lived: Lived) -> Iterator[Fact]:
    """A concert or a play that is ahead."""
    for key, data, happening in _coming(lived, "concert"):
        friend = lived.at_address(data["guests"][0])
        for mail, text in happening.of("mail.message"):
            wanted = _with(lived, "concert", "concert", key, friend)
            first = search(
                lived, "mail_search", "tickets row seats", mail, Read("title", "0/subject", "Tickets: (.+)")
            )
            if not wanted or not first or text["subject"] != f"Tickets: {data['title']}":
                continue
            yield from _event(
                lived, "concert", key, wanted, data["title"], (first,), "{title}", f"mail.message {mail}"
            )


@fact("event")
def dinner(lived: Lived) -> Iterator[Fact]:
    """A dinner in a restaurant that is ahead."""
    for key, data, happening in _coming(lived, "dinner"):
        friend = lived.at_address(data["guests"][-1])
        for mail, text in happening.of("mail.message"):
            wanted = _with(lived, "dinner", "dinner", key, friend)
            first = search(
                lived, "mail_search", "your table", mail, Read("place", "0/subject", "Your table at (.+)")
            )
            if (
                not wanted
                or not first
                or not text["subject"].endswith(data["title"].removeprefix("Dinner at "))
            ):
                continue
            yield from _event(
                lived,
                "dinner",
                key,
                wanted,
                data["title"],
                (first,),
                "Dinner at {place}",
                f"mail.message {mail}",
            )


@fact("event")
def medical_appointment(lived: Lived) -> Iterator[Fact]:
    """An appointment with a doctor, which the surgery may have moved."""
    for key, data, _ in _coming(lived, "medical_appointment"):
        role = data["title"].lower().partition(":")[0]
        who = re.search(r"\((.+)\)$", data["title"])
        words = role if not who else f"{role} {who[1]}"
        if len(_ahead(lived, role)) != 1:
            continue
        owner = f"{who[1]}'s" if who else "my"
        yield from _event(
            lived, "medical_appointment", key, f"{owner} next appointment with the {role}", words
        )


@fact("event")
def own_party(lived: Lived) -> Iterator[Fact]:
    """A party that the main person gives."""
    for key, data, _ in _coming(lived, "party"):
        why = data["title"].removesuffix(" at ours")
        if _ahead(lived, f"{why} ours") == [key]:
            yield from _event(lived, "own_party", key, f"our next {why.lower()}", why)


@fact("event")
def invitation_to(lived: Lived) -> Iterator[Fact]:
    """A party to which somebody else has invited the main person."""
    for key, data, _ in _coming(lived, "invitation"):
        whose, _, what = data["title"].partition(" ")
        host = lived.at_address(data["organiser"])
        if host and lived.is_one_first_name(host) and _ahead(lived, what) == [key]:
            yield from _event(lived, "invitation_to", key, f"{whose} {what}", f"{lived.first(host)} {what}")


@fact("event")
def school_event(lived: Lived) -> Iterator[Fact]:
    """An event at the children's school."""
    for key, data, _ in _coming(lived, "school_event"):
        what, _, child = data["title"].removesuffix(")").partition(" (")
        if _ahead(lived, what) == [key]:
            is_new = len(rows(lived, SEARCH, f"{what} {child}")) == 1
            wanted = f"{child}'s {'' if is_new else 'next '}{what[:1].lower()}{what[1:]}"
            yield from _event(lived, "school_event", key, wanted, what)


@fact("event")
def parents_evening(lived: Lived) -> Iterator[Fact]:
    """A talk with a teacher."""
    for key, _, _ in _coming(lived, "parents_evening"):
        if _ahead(lived, "parents evening") == [key]:
            yield from _event(lived, "parents_evening", key, "the next parents' evening", "parents evening")


@fact("event")
def arrival(lived: Lived) -> Iterator[Fact]:
    """The arrival of relatives who come to stay."""
    for key, data, _ in _coming(lived, "visit"):
        who = data["title"].partition(" ")[0]
        if _ahead(lived, f"{who} arrives") == [key]:
            yield from _event(lived, "arrival", key, f"{who}'s next arrival", f"{who} arrives")


@fact("event")
def repair_visit(lived: Lived) -> Iterator[Fact]:
    """The coming of a tradesperson, whose firm the address book has."""
    for key, data, happening in _coming(lived, "repair"):
        firm = data["title"].partition(":")[0]
        for _, mail in happening.of("mail.message"):
            person = lived.at_address(mail["sender"])
            card = lived.card(person) if person else ""
            if not card or lived.record("contacts.card", card)["organisation"] != firm:
                continue
            role = lived.record("contacts.card", card)["note"].partition(".")[0].lower()
            first = search(lived, "contacts_search", role, card, Read("firm", "0/organisation"))
            if first and _ahead(lived, firm) == [key]:
                yield from _event(
                    lived,
                    "repair_visit",
                    key,
                    f"the {role}'s next visit",
                    firm,
                    (first,),
                    "{firm}",
                    f"contacts.card {card}",
                )


@fact("event")
def train(lived: Lived) -> Iterator[Fact]:
    """A train to another town, or back."""
    for key, data, _ in _coming(lived, "trip", "business_journey"):
        found = re.fullmatch(r"\w+ (\w+) to (\w+)", data["title"])
        if not found:
            continue
        origin, town = found.groups()
        is_out = any(
            other["title"].endswith(f" {town} to {origin}") and other["starts"] > data["starts"]
            for _, other in _events(lived)
        )
        far, words = (town, f"to {town}") if is_out else (origin, f"{origin} to")
        ahead = [
            row
            for row in _ahead(lived, words)
            if re.match(r"T\d+ ", lived.record("calendar.event", row)["title"])
        ]
        owner = "our" if data["guests"] else "my"
        if len(ahead) == 2:
            yield from _event(
                lived, "train", key, f"{owner} train {'to' if is_out else 'back from'} {far}", words
            )


@fact("event")
def weekly_meeting(lived: Lived) -> Iterator[Fact]:
    """The next of the weekly meetings."""
    coming = sorted(
        _ahead(lived, "weekly meeting"), key=lambda key: str(lived.record("calendar.event", key)["starts"])
    )
    if coming:
        yield from _event(
            lived, "weekly_meeting", coming[0], "the next weekly meeting", "weekly meeting", others=coming[1:]
        )


@fact("event")
def work_meeting(lived: Lived) -> Iterator[Fact]:
    """A meeting on one matter."""
    for key, data, _ in _coming(lived, "work_meeting"):
        thing = re.sub(r"^\w+: |,.*$", "", data["title"]).lower()
        if _ahead(lived, thing) == [key]:
            yield from _event(lived, "work_meeting", key, f"my next meeting about the {thing}", thing)


@fact("event")
def client_visit(lived: Lived) -> Iterator[Fact]:
    """The visit of a client."""
    for key, data, _ in _coming(lived, "client_visit"):
        firm = data["title"].removeprefix("Visit of ")
        if _ahead(lived, f"visit {firm}") == [key]:
            yield from _event(lived, "client_visit", key, f"the next visit of {firm}", f"visit {firm}")


@fact("event")
def course_evening(lived: Lived) -> Iterator[Fact]:
    """The next evening of a course, whose title the mail of the school has."""
    coming = sorted(_coming(lived, "course"), key=lambda item: str(item[1]["starts"]))
    for key, data, happening in coming[:1]:
        for mail, text in happening.of("mail.message"):
            title = re.sub(r" \(\d of 3\)$", "", data["title"])
            first = search(
                lived,
                "mail_search",
                "registered fee lesson",
                mail,
                Read("title", "0/subject", "Your place: (.+)"),
            ) or search(
                lived,
                "mail_search",
                "enrolled fee lesson",
                mail,
                Read("title", "0/subject", "Your place: (.+)"),
            )
            if first and text["subject"] == f"Your place: {title}":
                yield from _event(
                    lived,
                    "course_evening",
                    key,
                    "the next evening of my course",
                    title,
                    (first,),
                    "{title}",
                    f"mail.message {mail}",
                )


def _event(
    lived: Lived,
    unit: str,
    key: str,
    wanted: str,
    words: str,
    before: tuple[Call, ...] = (),
    template: str = "",
    source: str = "",
    others: Sequence[str] = (),
) -> Iterator[Fact]:
    """Yield an event that a search for words finds, which earlier calls give if there is a template.

    `source` is the record of the earlier calls that the words are from.
    """
    found = search(lived, SEARCH, words, key, Read("value", "0/id"))
    if not found:
        return
    rivals = [*others, *_rivals(lived, key, words)]
    change = renamed(lived, SEARCH, words, key, rivals[len(others) :])
    call = Call(found.tool, {**found.arguments, "words": template or words}, found.reads)
    if template and not change:
        change = _other_source(lived, source, words, rivals)
    yield Fact(
        unit=unit,
        type="event",
        value=key,
        wanted=wanted,
        it="it",
        calls=(*before, call),
        claim=f"{wanted} was found",
        shown=(f"calendar.event {key}",),
        others=tuple(rivals[:1]),
        change=change,
    )


def _other_source(lived: Lived, source: str, words: str, rivals: Sequence[str]) -> Change | None:
    """Return a change of the record that has the title of an event, after which it has another event's."""
    kind, key = source.split()
    if kind != "mail.message" or words not in lived.record(kind, key)["subject"]:
        return None
    for rival in rivals:
        title = lived.record("calendar.event", rival)["title"]
        if is_first(lived, SEARCH, title, rival):
            return Change(source, "subject", words, title)
    return None


def _coming(lived: Lived, *kinds: str) -> Iterator[tuple[str, Data, Happening]]:
    """Yield the events that are ahead of happenings of some kinds, without those that last for whole days."""
    for happening in lived.happened(*kinds):
        for key, data in happening.of("calendar.event"):
            if data["starts"] > lived.now and not is_all_day(data):
                yield key, data, happening


def _events(lived: Lived) -> list[tuple[str, Data]]:
    return list(lived.records("calendar.event").items())


def _ahead(lived: Lived, words: str) -> list[str]:
    """The events that are ahead and have all words."""
    return [
        key for key in rows(lived, SEARCH, words) if lived.record("calendar.event", key)["starts"] > lived.now
    ]


def is_all_day(data: Data) -> bool:
    return str(data["starts"]).endswith("T00:00")


def _with(lived: Lived, kind: str, noun: str, key: str, friend: str) -> str:
    """What an event with somebody is called; "" if another that is ahead is called the same."""
    same = [
        (other, data["starts"] > lived.now)
        for happening in lived.happened(kind)
        for other, data in happening.of("calendar.event")
        if lived.view.people[friend]["address"] in data["guests"]
    ]
    if not friend or [other for other, is_ahead in same if is_ahead] != [key]:
        return ""
    return f"my {'next ' if len(same) > 1 else ''}{noun} with {called(lived, friend)}"


def _rivals(lived: Lived, key: str, words: str) -> list[str]:
    """The events for which one might be taken, and to which the same can be done."""
    own = lived.record("calendar.event", key)
    named = set(rows(lived, SEARCH, words))
    mine = lived.view.people[lived.me]["address"]
    found = [
        (data["starts"], other)
        for other, data in _events(lived)
        if other not in named
        and data["starts"] > lived.now
        and not is_all_day(data)
        and (data["organiser"] == mine) == (own["organiser"] == mine)
        and (mine in data["accepted"]) == (mine in own["accepted"])
        and bool(data["guests"]) >= bool(own["guests"])
    ]
    return [other for _, other in sorted(found)]
