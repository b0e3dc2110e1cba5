"""Who somebody is: people whom the instruction describes by what the state has of them."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


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
            if event["starts"] < lived.now or not person or person == lived.me:
                continue
            title = event["title"].partition(" ")[2]
            other = next(guest for guest in event["guests"] if lived.at_address(guest) not in ("", lived.me))
            yield Fact(
                unit="host",
                type="person",
                value=lived.name(person),
                wanted=f"whoever gives the {title}",
                it="the host",
                calls=(
                    Call("calendar_search", {"words": title, "limit": 1}, (Read("event", "0/id"),)),
                    Call("calendar_read_event", {"event": "{event}"}, (Read("address", "organiser"),)),
                    Call("contacts_search", {"words": "{address}"}, (Read("value", "0/name"),)),
                ),
                claim=f"who gives the {title} was looked up",
                shown=(
                    f"calendar.event {key}",
                    *(f"mail.message {mail}" for mail, _ in happening.of("mail.message")),
                ),
                others=(lived.name(lived.at_address(other)),),
                change=Change(f"calendar.event {key}", "organiser", event["organiser"], other),
            )
