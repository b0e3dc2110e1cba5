"""The calendar: new events, and changes of events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.operations.given import (
    FIND_ADDRESS,
    VALUES,
    Code,
    address_of,
    changed,
    created,
    deleted,
    has_address,
    person_of,
    rows_of,
    said,
    short,
    told,
    weekday,
    words,
)
from plugins.persona.generation.operations.literals import HELD, INVITATIONS, PREPARATIONS, pick
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

LATEST = "22:00"
"""When an event that is to last until 23:00 begins at the latest."""
WHOLE_DAYS = 1440
SATURDAY = 5
REMINDERS = {30: "half an hour", 60: "an hour", 120: "two hours", 2880: "two days", 4320: "three days"}
"""What instructions call minutes before an event."""


@operation(fact=("day", "moment"))
def new_event(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Put an event on the day of a value, or from a moment on."""
    values = (fact.value, *fact.others)
    if min(values) <= lived.today:
        return
    for name in (lived.first(lived.me), "Family"):
        other = lived.calendar("Family" if name != "Family" else lived.first(lived.me))
        if fact.type == "day":
            title = pick(lived, fact, PREPARATIONS)
            starts, ends = "{fact}T08:00", "{fact}T09:00"
            when = "for {fact}, from 8:00 to 9:00"
            test = {"starts": words(fact.value, "08:00"), "ends": words(fact.value, "09:00")}
        elif all(value[11:] <= LATEST for value in values):
            title = pick(lived, fact, HELD)
            starts, ends = "{fact}", "{fact[:10]}T23:00"
            when = "from {fact} until 23:00"
            test = {"starts": words(fact.value), "ends": words(fact.value[:10], "23:00")}
        else:
            return
        yield Operation(
            unit="new_event",
            kind="create",
            asked=f'Put "{title}" into my calendar {name} {when}.',
            takes={"fact": fact},
            lookups=(find_calendar(name),),
            effect=Call(
                "calendar_create_event",
                {"calendar": "{calendar}", "title": title, "starts": starts, "ends": ends},
            ),
            wrong={"in_another_calendar": {"calendar": other}},
            claim=f"{title!r} is in the calendar {name}",
            check=created("calendar.event", {"calendar": lived.calendar(name), "title": words(title)}, test),
        )


@operation(person=("person",))
def meet_person(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Invite somebody to a new event."""
    key = person_of(lived, person, has_address)
    if not key:
        return
    soon = (date.fromisoformat(lived.today) + timedelta(days=3)).isoformat()
    days = (data["starts"][:10] for data in lived.records("calendar.event").values())
    day = min(day for day in days if day >= soon and date.fromisoformat(day).weekday() < SATURDAY)
    name, invitation = lived.first(lived.me), pick(lived, person, INVITATIONS)
    title, starts, ends = invitation
    yield Operation(
        unit="meet_person",
        kind="create",
        asked=f'Invite {{person}} to "{title}" on {weekday(day)} from {starts} to {ends}, in my calendar {name}.',
        takes={"person": person},
        lookups=(*FIND_ADDRESS, find_calendar(name)),
        effect=Call(
            "calendar_create_event",
            {
                "calendar": "{calendar}",
                "title": title,
                "starts": f"{day}T{starts}",
                "ends": f"{day}T{ends}",
                "guests": ["{address}"],
            },
        ),
        wrong={
            "without_guests": {"guests": []},
            "in_another_calendar": {"calendar": lived.calendar("Family")},
        },
        claim=f"{lived.first(key)} is invited to {title!r}",
        check=created(
            "calendar.event",
            {"calendar": lived.calendar(name), "title": words(title)},
            {"starts": words(day, starts), "ends": words(day, ends), "guests": [address_of(lived, key)]},
        ),
    )


@operation(event=("event",), fact=("place",))
def place_of_event(lived: Lived, event: Fact, fact: Fact) -> Iterator[Operation]:
    """Set where an event is."""
    for key, data in own_events(lived, event)[:1]:
        if fact.value in data["place"]:
            continue
        yield Operation(
            unit="place_of_event",
            kind="modify",
            asked="Set the place of {event} in the calendar to {fact}.",
            takes={"event": event, "fact": fact},
            effect=Call("calendar_update_event", {"event": "{event}", "place": "{fact}"}),
            wrong={"under_another_title": {"title": "Changed"}},
            claim=f"{short(data['title'])!r} has the place",
            check=changed("calendar.event", key, {"place": told(fact)}),
            record=f"calendar.event {key}",
        )


@operation(event=("event",), fact=VALUES)
def note_of_event(lived: Lived, event: Fact, fact: Fact) -> Iterator[Operation]:
    """Note a value with an event that has no note yet."""
    text, other = said("fact", fact)
    for key, data in own_events(lived, event)[:1]:
        if data["note"]:
            continue
        yield Operation(
            unit="note_of_event",
            kind="modify",
            asked="In the calendar, write into the note of {event} {fact}.",
            takes={"event": event, "fact": fact},
            effect=Call("calendar_update_event", {"event": "{event}", "note": text}),
            also={"note": other},
            wrong={"with_another_place": {"place": "Not known"}},
            claim=f"the note of {short(data['title'])!r} has it",
            check=changed("calendar.event", key, {"note": told(fact)}),
            record=f"calendar.event {key}",
        )


@operation(event=("event",), fact=("moment",))
def move_to_moment(lived: Lived, event: Fact, fact: Fact) -> Iterator[Operation]:
    """Move an event to a moment, as long as it is."""
    if min(fact.value, *fact.others, fact.value) <= lived.now:
        return
    for key, data in own_events(lived, event, _has_hours)[:1]:
        length = datetime.fromisoformat(data["ends"]) - datetime.fromisoformat(data["starts"])
        ends = (datetime.fromisoformat(fact.value) + length).isoformat(timespec="minutes")
        if data["starts"] == fact.value:
            continue
        yield Operation(
            unit="move_to_moment",
            kind="modify",
            asked="Move {event} in the calendar to {fact}, as long as it is now.",
            takes={"event": event, "fact": fact},
            effect=Call("calendar_update_event", {"event": "{event}", "starts": "{fact}"}),
            wrong={"until_late": {"ends": f"{ends[:10]}T23:58"}},
            claim=f"{short(data['title'])!r} begins then",
            check=changed(
                "calendar.event",
                key,
                {"starts": words(fact.value), "ends": Code(f"lambda ends: ends == {ends!r}")},
            ),
            record=f"calendar.event {key}",
        )


@operation(event=("event",), fact=("day",))
def move_to_day(lived: Lived, event: Fact, fact: Fact) -> Iterator[Operation]:
    """Move an event to another day, at the same hours."""
    if min(fact.value, *fact.others, fact.value) <= lived.today:
        return
    for key, data in own_events(lived, event, _has_hours)[:1]:
        if data["starts"][:10] == fact.value:
            continue
        yield Operation(
            unit="move_to_day",
            kind="modify",
            asked="Move {event} in the calendar to {fact}, at the same hours.",
            takes={"event": event, "fact": fact},
            lookups=(Call("calendar_read_event", {"event": "{event}"}, (Read("starts", "starts"),)),),
            effect=Call("calendar_update_event", {"event": "{event}", "starts": "{fact}T{starts[11:]}"}),
            wrong={"an_hour_late": {"starts": f"{fact.value}T{_later(data['starts'])}"}},
            claim=f"{short(data['title'])!r} is on that day",
            check=changed(
                "calendar.event",
                key,
                {
                    "starts": words(fact.value, data["starts"][11:16]),
                    "ends": words(fact.value, data["ends"][11:16]),
                },
            ),
            record=f"calendar.event {key}",
        )


@operation(event=("event",))
def delete_event(lived: Lived, event: Fact) -> Iterator[Operation]:
    """Delete an event that the main person has made."""
    for key, data in own_events(lived, event)[:1]:
        yield Operation(
            unit="delete_event",
            kind="delete",
            asked="Delete {event} from the calendar.",
            takes={"event": event},
            effect=Call("calendar_delete_event", {"event": "{event}"}),
            claim=f"{short(data['title'])!r} is off",
            check=deleted("calendar.event", key),
            record=f"calendar.event {key}",
        )


@operation(event=("event",))
def answer_invitation(lived: Lived, event: Fact) -> Iterator[Operation]:
    """Answer an invitation of somebody else."""
    own = address_of(lived, lived.me)

    def is_invited(_: str, data: Any) -> bool:
        return data["organiser"] != own and own in data["guests"] and data["starts"] > lived.now

    rows = rows_of(lived, event, is_invited)
    for answer, verb in (("accepted", "Accept"), ("declined", "Decline")):
        for key, data in rows[:1]:
            if own in data[answer]:
                continue
            lists = {name: _without(own) for name in ("accepted", "declined", "tentative")}
            lists[answer] = words(own)
            yield Operation(
                unit="answer_invitation",
                kind="modify",
                asked=f"{verb} {{event}} in the calendar.",
                takes={"event": event},
                effect=Call("calendar_respond", {"event": "{event}", "answer": answer}),
                wrong={"undecided": {"answer": "tentative"}},
                claim=f"{short(data['title'])!r} is {answer}",
                check=changed("calendar.event", key, lists),
                record=f"calendar.event {key}",
            )


@operation(event=("event",))
def remind_of_event(lived: Lived, event: Fact) -> Iterator[Operation]:
    """Set a reminder."""
    rows = rows_of(lived, event, lambda _, data: data["starts"] > lived.now)
    for minutes, long in REMINDERS.items():
        for key, data in rows[:1]:
            if (
                data["reminder"] == minutes
                or (minutes < WHOLE_DAYS and not _has_hours(data))
                or _is_near(lived, data, minutes)
            ):
                continue
            yield Operation(
                unit="remind_of_event",
                kind="modify",
                asked=f"Have the calendar remind me of {{event}} {long} before.",
                takes={"event": event},
                effect=Call("calendar_set_reminder", {"event": "{event}", "minutes": minutes}),
                wrong={"too_late": {"minutes": 10}},
                claim=f"{short(data['title'])!r} has a reminder",
                check=changed("calendar.event", key, {"reminder": minutes}),
                record=f"calendar.event {key}",
            )


@operation(event=("event",), person=("person",))
def add_guest(lived: Lived, event: Fact, person: Fact) -> Iterator[Operation]:
    """Add somebody who keeps no calendar here as a guest of an event."""
    key = person_of(lived, person, has_address, _has_no_calendar)
    for event_key, data in own_events(lived, event)[:1]:
        if not key or address_of(lived, key) in data["guests"]:
            continue
        yield Operation(
            unit="add_guest",
            kind="modify",
            asked="Add {person} as a guest to {event} in the calendar.",
            takes={"event": event, "person": person},
            lookups=FIND_ADDRESS,
            effect=Call("calendar_update_event", {"event": "{event}", "add_guests": ["{address}"]}),
            claim=f"{lived.first(key)} is a guest of {short(data['title'])!r}",
            check=changed("calendar.event", event_key, {"guests": [*data["guests"], address_of(lived, key)]}),
            record=f"calendar.event {event_key}",
        )


def find_calendar(name: str) -> Call:
    """Return the call that finds the id of a calendar."""
    return Call("calendar_list_calendars", {}, (Read("calendar", f"name={name}/id"),))


def own_events(lived: Lived, event: Fact, *tests: Any) -> list[Row]:
    """Return a fact's event and those taken for it; none unless the main person made all, and they are ahead."""
    own = address_of(lived, lived.me)

    def is_own(_: str, data: Any) -> bool:
        return data["organiser"] == own and data["starts"] > lived.now and all(test(data) for test in tests)

    return rows_of(lived, event, is_own)


def _has_hours(data: Any) -> bool:
    """Whether an event is on one day and does not take the whole of it."""
    return data["starts"][:10] == data["ends"][:10] and not data["starts"].endswith("T00:00")


def _is_near(lived: Lived, data: Any, minutes: int) -> bool:
    """Whether the moment of a reminder is over."""
    at = datetime.fromisoformat(data["starts"]) - timedelta(minutes=minutes)
    return at <= datetime.fromisoformat(lived.now)


def _later(starts: str) -> str:
    """An hour after the beginning of an event, or before it if there is none."""
    hour = int(starts[11:13])
    return f"{hour - 1 if hour > 18 else hour + 1:02}{starts[13:16]}"


def _without(address: str) -> Code:
    return Code(f"lambda people: {address!r} not in people")


def _has_no_calendar(lived: Lived, person: str) -> bool:
    return all(data["owner"] != person for data in lived.view.records["calendar.calendar"].values())
