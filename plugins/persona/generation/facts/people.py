"""Who somebody is: people whom the instruction describes by what the state has of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plugins.persona.generation.facts.acquaintances import (
    by_address,
    by_first_name,
    is_known,
    named_alike,
    others_like,
    row_of_first_name,
)
from plugins.persona.generation.facts.beside import written_by
from plugins.persona.generation.facts.searching import is_first, rows, search
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

SEARCH = "calendar_search"


@fact("person")
def partner(lived: Lived) -> Iterator[Fact]:
    """The person with whom the main person lives, by name."""
    key = lived.life.people[1]
    yield Fact(
        unit="partner",
        type="person",
        value=lived.name(key),
        wanted=lived.first(key),
        it=lived.first(key),
        context=(f"{lived.name(lived.me)} is married to {lived.name(key)}.",),
    )


@fact("person")
def host(lived: Lived) -> Iterator[Fact]:
    """Whoever has invited the main person to a party that is ahead."""
    for happening in lived.happened("invitation"):
        for key, event in happening.of("calendar.event"):
            person = lived.at_address(event["organiser"])
            title = event["title"].partition(" ")[2]
            ahead = [row for row in rows(lived, SEARCH, title) if _starts(lived, row) > lived.now]
            others = [lived.at_address(guest) for guest in event["guests"]]
            others = [
                other for other in others if is_known(lived, other) and _has_means(lived, other, person)
            ]
            if ahead == [key] and is_known(lived, person) and others:
                yield from _by_event(
                    lived, "host", key, title, f"whoever gives the {title}", "organiser", others
                )


@fact("person")
def favour_for(lived: Lived) -> Iterator[Fact]:
    """The neighbour for whom the main person has done a favour, as the calendar has it."""
    seen = set()
    for happening in lived.happened("neighbour_favour"):
        for key, event in happening.of("calendar.event"):
            favour = event["title"].partition(": ")[2]
            person = _named(lived, event["title"].partition(":")[0])
            if favour not in seen and person:
                seen.add(favour)
                wanted = f"the neighbour who last asked me to {favour}"
                wanted = wanted.replace(" their ", " the ")
                yield from _by_title(lived, "favour_for", key, favour, wanted, person, r"^(\w+):")


@fact("person")
def comes_to_stay(lived: Lived) -> Iterator[Fact]:
    """The relative who comes to stay next."""
    ahead = [
        key
        for happening in lived.happened("visit")
        for key, event in happening.of("calendar.event")
        if event["starts"] > lived.now
    ]
    for key in ahead if len(ahead) == 1 else []:
        person = _named(lived, lived.record("calendar.event", key)["title"].partition(" ")[0])
        if person:
            yield from _by_title(
                lived,
                "comes_to_stay",
                key,
                "arrives night",
                "whoever comes to stay with us next",
                person,
                r"^(\w+) arrives",
            )


@fact("person")
def cannot_come(lived: Lived) -> Iterator[Fact]:
    """The guest who has declined to come to a party of the main person's."""
    for happening in lived.happened("party"):
        for key, event in happening.of("calendar.event"):
            why = event["title"].removesuffix(" at ours")
            person = lived.at_address(event["declined"][0]) if len(event["declined"]) == 1 else ""
            others = [lived.at_address(guest) for guest in (*event["accepted"][1:], *event["accepted"][:1])]
            others = [item for item in others if is_known(lived, item) and _has_means(lived, item, person)]
            if is_first(lived, SEARCH, f"{why} ours", key) and is_known(lived, person) and others:
                is_over = event["starts"] < lived.now
                wanted = (
                    f"the guest who {'could not' if is_over else 'cannot'} come to our last {why.lower()}"
                )
                wanted = wanted if is_over else wanted.replace("our last", "our next")
                path = "guests/answer=declined/address"
                yield from _by_event(lived, "cannot_come", key, f"{why} ours", wanted, path, others)


@fact("person")
def unsure_guest(lived: Lived) -> Iterator[Fact]:
    """The guest who does not know yet whether they come to a party of the main person's."""
    for happening in lived.happened("party"):
        for key, event in happening.of("calendar.event"):
            why = event["title"].removesuffix(" at ours")
            person = lived.at_address(event["tentative"][0]) if len(event["tentative"]) == 1 else ""
            others = [lived.at_address(guest) for guest in (*event["declined"], *event["accepted"])]
            others = [item for item in others if is_known(lived, item) and _has_means(lived, item, person)]
            if event["starts"] > lived.now and is_known(lived, person) and others:
                wanted = f"the guest who is not sure yet about our next {why.lower()}"
                path = "guests/answer=tentative/address"
                yield from _by_event(lived, "unsure_guest", key, f"{why} ours", wanted, path, others)


@fact("person")
def took_it_back(lived: Lived) -> Iterator[Fact]:
    """The friend who first wrote that they come to an evening, and then that they do not."""
    for happening in lived.happened("answer_taken_back"):
        for key, event in happening.of("calendar.event"):
            person = lived.at_address(event["declined"][0]) if event["declined"] else ""
            others = others_like(lived, person) if is_known(lived, person) else []
            title = event["title"]
            if others and rows(lived, SEARCH, title) == [key]:
                ahead = event["starts"] > lived.now
                wanted = f"whoever {'does not' if ahead else 'did not'} come to our {title.lower()} after all"
                path, told = "guests/answer=declined/address", ("messenger.message",)
                yield from _by_event(lived, "took_it_back", key, title, wanted, path, others, told=told)


@fact("person")
def companion(lived: Lived) -> Iterator[Fact]:
    """The friend who comes along to a concert that is ahead, which the mail with the tickets names."""
    ahead = [item for item in lived.happened("concert") if str(item.day) > lived.today]
    for happening in ahead if len(ahead) == 1 else []:
        for key, event in happening.of("calendar.event"):
            person = lived.at_address(event["guests"][0])
            others = others_like(lived, person) if is_known(lived, person) else []
            mails = happening.of("mail.message")
            read = Read("title", "0/subject", "Tickets: (.+)")
            first = search(lived, "mail_search", "tickets row seats", mails[0][0], read) if mails else None
            if others and first and is_first(lived, SEARCH, event["title"], key):
                wanted = "whoever comes along to my next concert"
                yield from _by_event(
                    lived,
                    "companion",
                    key,
                    event["title"],
                    wanted,
                    "guests/0/address",
                    others,
                    (first,),
                    "{title}",
                    ("messenger.message",),
                )


def _by_event(
    lived: Lived,
    unit: str,
    key: str,
    words: str,
    wanted: str,
    path: str,
    others: Sequence[str],
    before: tuple[Call, ...] = (),
    template: str = "",
    told: tuple[str, ...] = ("mail.message",),
) -> Iterator[Fact]:
    """Yield whose address an event has in a place; `others` may be taken for them, the last is in the change.

    What they have written of the types `told` says it as well.
    """
    data = lived.record("calendar.event", key)
    found = search(lived, SEARCH, words, key, Read("event", "0/id"))
    if not found:
        return
    answer = path.partition("answer=")[2].partition("/")[0]
    field = path if path == "organiser" else "guests"
    address = str(
        data["organiser"] if field == "organiser" else data[answer][0] if answer else data["guests"][0]
    )
    new = lived.view.people[others[-1]]["address"]
    person = lived.at_address(address)
    yield Fact(
        unit=unit,
        type="person",
        value=lived.name(person),
        wanted=wanted,
        it="them",
        calls=(
            *before,
            Call(found.tool, {**found.arguments, "words": template or words}, found.reads),
            Call("calendar_read_event", {"event": "{event}"}, (Read("address", path),)),
            by_address(),
        ),
        claim=f"it was looked up: {wanted}",
        shown=(f"calendar.event {key}", *written_by(lived, "calendar.event", key, person, *told)),
        others=tuple(lived.name(other) for other in others[:1]),
        change=_answered(key, data[answer], answer, address, new, data["guests"])
        if answer
        else Change(f"calendar.event {key}", field, address, new),
    )


def _answered(
    key: str, given: Sequence[str], answer: str, old: str, new: str, guests: Sequence[str]
) -> Change | None:
    """Return the change after which somebody else has answered so; who is no guest has not."""
    return Change(f"calendar.event {key}", answer, old, new) if old in given and new in guests else None


def _by_title(
    lived: Lived, unit: str, key: str, words: str, wanted: str, person: str, pattern: str
) -> Iterator[Fact]:
    """Yield whose first name an event's title has."""
    found = search(lived, SEARCH, words, key, Read("first", "0/title", pattern))
    row, others = row_of_first_name(lived, person), named_alike(lived, person)
    if not found or row is None or not others or not is_first(lived, SEARCH, words, key):
        return
    title = lived.record("calendar.event", key)["title"]
    yield Fact(
        unit=unit,
        type="person",
        value=lived.name(person),
        wanted=wanted,
        it="them",
        calls=(found, by_first_name(row)),
        claim=f"it was looked up: {wanted}",
        shown=(
            f"calendar.event {key}",
            *written_by(lived, "calendar.event", key, person, "mail.message", "messenger.message"),
        ),
        others=(lived.name(others[0]),),
        change=Change(
            f"calendar.event {key}",
            "title",
            title,
            title.replace(lived.first(person), lived.first(others[-1]), 1),
        ),
    )


def _named(lived: Lived, first: str) -> str:
    """Whose first name it is, if one person alone has it."""
    people = [person for person in lived.view.people if lived.first(person) == first]
    return people[0] if len(people) == 1 and is_known(lived, people[0]) else ""


def _has_means(lived: Lived, other: str, person: str) -> bool:
    """Whether somebody else can be reached in all ways in which a person can."""
    return other not in ("", person, lived.me) and bool(lived.chat(other)) >= bool(lived.chat(person))


def _starts(lived: Lived, key: str) -> str:
    return str(lived.record("calendar.event", key)["starts"])
