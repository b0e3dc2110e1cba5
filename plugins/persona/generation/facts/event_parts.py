"""The moment, day, time and place of events that other units give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from plugins.persona.generation.facts.appointments import is_all_day
from plugins.persona.generation.facts.beside import in_words, moments, others_beside, telling
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, Type, fact

PLACES = {
    "concert": ("in which hall", "", "Harbour Hall"),
    "dinner": ("in which restaurant", r"^([^,]+)", "Copper Kettle"),
    "invitation_to": ("at which address", "", "Lock Lane 4, Aldmere"),
    "parents_evening": ("in which room", r"room (\d+)", "417"),
    "course_evening": ("where", r"^([^,]+)", "Old Customs House"),
    "work_meeting": ("in which room", "", "Room 14"),
    "client_visit": ("in which room", "", "Room 14"),
    "weekly_meeting": ("in which room", "", "Room 14"),
}
"""What asks for the place of an event, by the unit: the words, the part of the field, and a place for the change."""

_WANTED = {"begins": "when", "day_of": "on which day", "time_of": "at what time"}
_IT = {"begins": "when that is", "day_of": "that day", "time_of": "that time", "place_of": "that place"}


@fact("moment", event=("event",))
def begins(lived: Lived, event: Fact) -> Iterator[Fact]:
    """When an event begins."""
    data = lived.record("calendar.event", event.value)
    if is_all_day(data):
        return
    starts = str(data["starts"])
    at = datetime.fromisoformat(starts)
    earlier = (at - timedelta(days=1, hours=1)).isoformat(timespec="minutes")
    others = [item for item in _named_before(lived, event.value) if item > lived.now]
    yield _part(
        lived, event, "begins", "moment", "starts", "", earlier, others or [data["ends"]], *in_words(starts)
    )


@fact("day", event=("event",))
def day_of(lived: Lived, event: Fact) -> Iterator[Fact]:
    """The day of an event."""
    starts = str(lived.record("calendar.event", event.value)["starts"])
    at = datetime.fromisoformat(starts)
    days = [(at + timedelta(days=count)).date().isoformat() for count in (-1, 7)]
    others = [
        item[:10] for item in _named_before(lived, event.value) if starts[:10] != item[:10] > lived.today
    ]
    yield _part(
        lived, event, "day_of", "day", "starts", "^(.{10})", days[0], others or days[1:], in_words(starts)[0]
    )


@fact("time", event=("event",))
def time_of(lived: Lived, event: Fact) -> Iterator[Fact]:
    """At what time an event begins."""
    data = lived.record("calendar.event", event.value)
    if is_all_day(data):
        return
    starts = str(data["starts"])
    earlier = (datetime.fromisoformat(starts) - timedelta(hours=1)).isoformat(timespec="minutes")[11:]
    others = [item[11:] for item in _named_before(lived, event.value) if item[11:] != starts[11:]]
    yield _part(
        lived,
        event,
        "time_of",
        "time",
        "starts",
        r"T(\d\d:\d\d)",
        earlier,
        others or [data["ends"][11:]],
        *in_words(starts),
    )


@fact("place", event=("event",))
def place_of(lived: Lived, event: Fact) -> Iterator[Fact]:
    """Where an event is."""
    if event.unit not in PLACES:
        return
    data = lived.record("calendar.event", event.value)
    words, pattern, other = PLACES[event.unit]
    value = _taken(data["place"], pattern)
    kinds = [item.kind for item in lived.life.events if ("calendar.event", event.value) in item.records]
    places = [
        _taken(row["place"], pattern)
        for happening in lived.happened(*kinds)
        for _, row in happening.of("calendar.event")
    ]
    others = [place for place in dict.fromkeys(places) if place not in ("", value)]
    if value:
        made = _part(lived, event, "place_of", "place", "place", pattern, other, others or [other], value)
        yield replace(made, wanted=f"{words} {event.wanted} is")


def _part(
    lived: Lived,
    event: Fact,
    unit: str,
    gives: Type,
    field: str,
    pattern: str,
    new: str,
    others: Sequence[str],
    *told: str,
) -> Fact:
    """Return a field of an event, or a part of it, as a fact."""
    key = event.value
    value = _taken(lived.record("calendar.event", key)[field], pattern)
    last = event.calls[-1]
    calls = (
        *event.calls[:-1],
        Call(last.tool, last.arguments, tuple(replace(item, name="event") for item in last.reads)),
        Call("calendar_read_event", {"event": "{event}"}, (Read("value", field, pattern),)),
    )
    asked = f"{_WANTED.get(unit, 'where')} {event.wanted} {'leaves' if event.unit == 'train' else 'is'}"
    return Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=asked,
        it=_IT[unit],
        calls=calls,
        claim=f"it was looked up {asked}",
        shown=telling(lived, "calendar.event", key, *told),
        others=tuple(others[:1]),
        change=Change(f"calendar.event {key}", field, value, new),
    )


def _named_before(lived: Lived, key: str) -> list[str]:
    """The moments that mails of the same happening have for an event, other than the one that holds."""
    starts = str(lived.record("calendar.event", key)["starts"])
    texts = [data["body"] for data in others_beside(lived, "calendar.event", key, "mail.message")]
    return [moment for text in texts for moment in moments(text, starts) if moment != starts]


def _taken(text: str, pattern: str) -> str:
    found = re.search(pattern, text) if pattern else None
    return found[1] if found else "" if pattern else text
