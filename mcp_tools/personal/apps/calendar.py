"""Calendars: events with guests, who answer in calendars of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated

from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import Choice, Day, Many, Moment, Number, Ref, Text
from mcp_tools.personal.people import Address, Addresses, Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

CALENDAR = App("calendar", "Calendar", "Calendars of the user: events, guests, free time")
CalendarId = Annotated[str, Ref(record_type="calendar.calendar", description="A calendar's id.")]
EventId = Annotated[str, Ref(record_type="calendar.event", description="An event's id.")]
Title = Annotated[str, Text(longest=120, shortest=1)]
When = Annotated[str, Moment()]
Place = Annotated[str, Text(longest=120)]
Note = Annotated[str, Text(longest=2000, lines=True)]
Answer = Annotated[str, Choice(options=("accepted", "declined", "tentative"))]
SUMMARY = ("title", "starts", "ends", "place", "calendar")
LONGEST_SPAN = 62
"""Days that a listing covers at most."""
DAY_BEGINS, DAY_ENDS = 8, 18
"""The hours between which free time is looked for."""


@CALENDAR.record("calendar", "calendars", prefix="calendar")
@dataclass(frozen=True, kw_only=True)
class Calendar(Record):
    """A calendar of its owner, which its members see and change as well."""

    owner: PersonId
    name: Annotated[str, Text(longest=60, shortest=1)]
    members: Annotated[Sequence[str], Many(item=Ref(record_type="people.person"))] = ()


@CALENDAR.record("event", "events", prefix="event", parent="calendar")
@dataclass(frozen=True, kw_only=True)
class Event(Record):
    """An event. Its copies in the calendars of its guests have the same `series`."""

    calendar: CalendarId
    title: Title
    starts: When
    ends: When
    place: Place = ""
    note: Note = ""
    organiser: Address
    guests: Addresses = ()
    accepted: Addresses = ()
    declined: Addresses = ()
    tentative: Addresses = ()
    reminder: Annotated[int, Number(most=20160)] = 0
    series: Annotated[str, Text(longest=60)]


@CALENDAR.action("read")
def list_calendars(world: World) -> list[Row]:
    """List the calendars that the user has or is a member of."""
    return [world.show(item, "name") | {"owner": _name(world, item.owner)} for item in world.find(Calendar)]


@CALENDAR.action("read")
def list_events(
    world: World,
    first_day: Annotated[str, Day()],
    last_day: Annotated[str, Day()],
    calendar: Annotated[str, Ref(record_type="calendar.calendar", optional=True)] = "",
) -> list[Row]:
    """List the events of some days in all calendars, or in one, the earliest first."""
    first, last = date.fromisoformat(first_day), date.fromisoformat(last_day)
    if not first <= last <= first + timedelta(days=LONGEST_SPAN):
        raise Refused(f"last_day must be from first_day to {LONGEST_SPAN} days after it")
    within = world.get(Calendar, calendar).id if calendar else ""
    matches = [
        event
        for event in world.find(Event)
        if event.starts[:10] <= last_day
        and event.ends[:10] >= first_day
        and (not within or event.calendar == within)
    ]
    return [world.show(event, *SUMMARY) for event in sorted(matches, key=lambda event: event.starts)]


@CALENDAR.action("read")
def search(world: World, words: Words, limit: Limit = 20) -> list[Row]:
    """Find events that have all words in title, place or note, the latest first."""
    matches = [
        item for item in world.find(Event) if contains(f"{item.title}\n{item.place}\n{item.note}", words)
    ]
    matches.sort(key=lambda event: event.starts, reverse=True)
    return [world.show(event, *SUMMARY) for event in matches[:limit]]


@CALENDAR.action("read")
def read_event(world: World, event: EventId) -> Row:
    """Show an event with its note, its guests and what they answered."""
    shown = world.get(Event, event)
    answers = {
        **dict.fromkeys(shown.accepted, "accepted"),
        **dict.fromkeys(shown.declined, "declined"),
        **dict.fromkeys(shown.tentative, "tentative"),
    }
    guests = [{"address": address, "answer": answers.get(address, "none")} for address in shown.guests]
    return world.show(shown, *SUMMARY, "note", "organiser", "reminder") | {"guests": guests}


@CALENDAR.action("read")
def find_free_time(
    world: World,
    day: Annotated[str, Day()],
    minutes: Annotated[int, Number(least=15, most=480)],
    with_people: Addresses = (),
) -> list[Row]:
    """Find when the user, and people who show their calendar, have time on a day, between 8:00 and 18:00."""
    calendars = {item.id for item in world.find(Calendar)}
    for address in with_people:
        calendars |= {item.id for item in _shared(world, address)}
    busy = sorted(
        (event.starts, event.ends)
        for event in world.find_of_all(Event)
        if event.calendar in calendars and event.starts[:10] <= day <= event.ends[:10]
    )
    free_from = datetime.fromisoformat(day) + timedelta(hours=DAY_BEGINS)
    end = datetime.fromisoformat(day) + timedelta(hours=DAY_ENDS)
    needed, slots = timedelta(minutes=minutes), []
    for starts, ends in [*busy, (end.isoformat(), end.isoformat())]:
        until = min(datetime.fromisoformat(starts), end)
        if until - free_from >= needed:
            slots.append({"from": _text(free_from), "to": _text(until)})
        free_from = max(free_from, datetime.fromisoformat(ends))
    return slots


@CALENDAR.action("create")
def create_event(
    world: World,
    calendar: CalendarId,
    title: Title,
    starts: When,
    ends: When,
    place: Place = "",
    note: Note = "",
    guests: Addresses = (),
) -> Row:
    """Make an event. Guests who have a calendar get it there, and are asked for an answer."""
    _check_times(starts, ends)
    own = world.get(Person, world.person).address
    values = {
        "title": title,
        "starts": starts,
        "ends": ends,
        "place": place,
        "note": note,
        "organiser": own,
        "guests": [address for address in guests if address != own],
        "series": f"{world.person} {world.moment()}",
    }
    made = world.create(Event, calendar=world.get(Calendar, calendar).id, **values)
    _invite(world, made, made.guests)
    return world.show(made, *SUMMARY, "guests")


@CALENDAR.action("modify")
def update_event(
    world: World,
    event: EventId,
    title: Annotated[str, Text(longest=120)] = "",
    starts: Annotated[str, Moment(optional=True)] = "",
    ends: Annotated[str, Moment(optional=True)] = "",
    place: Place = "",
    note: Note = "",
    add_guests: Addresses = (),
    remove_guests: Addresses = (),
) -> Row:
    """Change an event that the user has made; what is empty stays. Its guests see the change.

    An event that is moved by `starts` alone keeps its length.
    """
    changed = _organised(world, event)
    if starts and not ends:
        length = datetime.fromisoformat(changed.ends) - datetime.fromisoformat(changed.starts)
        ends = _text(datetime.fromisoformat(starts) + length)
    given = {"title": title, "starts": starts, "ends": ends, "place": place, "note": note}
    values: dict[str, object] = {name: value for name, value in given.items() if value}
    _check_times(starts or changed.starts, ends or changed.ends)
    for address in remove_guests:
        if address not in changed.guests:
            raise Refused(f"{address} is no guest of {event}")
    added = [address for address in add_guests if address not in changed.guests]
    values["guests"] = [item for item in (*changed.guests, *added) if item not in remove_guests]
    for copy in world.find_of_all(Event, series=changed.series):
        if _owner_address(world, copy) in remove_guests:
            world.delete(copy)
        else:
            world.update(copy, **values)
    _invite(world, world.get(Event, event), added)
    return world.show(world.get(Event, event), *SUMMARY, "guests")


@CALENDAR.action("delete")
def delete_event(world: World, event: EventId) -> Row:
    """Delete an event. One that the user has made is deleted for its guests as well; another is declined."""
    gone = world.get(Event, event)
    row = world.show(gone, *SUMMARY)
    if gone.organiser == world.get(Person, world.person).address:
        for copy in world.find_of_all(Event, series=gone.series):
            world.delete(copy)
    else:
        _answer(world, gone, "declined")
        world.delete(gone)
    return row


@CALENDAR.action("modify")
def respond(world: World, event: EventId, answer: Answer) -> Row:
    """Answer an invitation."""
    invited = world.get(Event, event)
    if world.get(Person, world.person).address not in invited.guests:
        raise Refused(f"the user is no guest of {event}")
    _answer(world, invited, answer)
    return world.show(world.get(Event, event), *SUMMARY) | {"answer": answer}


@CALENDAR.action("modify")
def share_calendar(world: World, calendar: CalendarId, address: Address) -> Row:
    """Let somebody see and change a calendar of the user's."""
    shared = world.get(Calendar, calendar)
    if shared.owner != world.person:
        raise Refused(f"{calendar} is {_name(world, shared.owner)}'s, who alone can share it")
    person = _person(world, address)
    if person.id not in (shared.owner, *shared.members):
        shared = world.update(shared, members=[*shared.members, person.id])
    return world.show(shared, "name") | {"members": [_name(world, item) for item in shared.members]}


@CALENDAR.action("modify")
def set_reminder(
    world: World, event: EventId, minutes: Annotated[int, Number(most=20160, description="0: none.")]
) -> Row:
    """Set how many minutes before an event the user is reminded."""
    return world.show(world.update(world.get(Event, event), reminder=minutes), "title", "starts", "reminder")


def _check_times(starts: str, ends: str) -> None:
    if ends <= starts:
        raise Refused(f"ends ({ends}) must be after starts ({starts})")


def _invite(world: World, event: Event, guests: Sequence[str]) -> None:
    copied = ("title", "starts", "ends", "place", "note", "organiser", "guests", "series")
    values = {name: getattr(event, name) for name in copied}
    for address in guests:
        person = next(iter(world.find_of_all(Person, address=address)), None)
        if person is not None and (own := world.find_of_all(Calendar, owner=person.id)):
            world.create(Event, calendar=own[0].id, **values)


def _answer(world: World, event: Event, answer: str) -> None:
    own = world.get(Person, world.person).address
    for copy in world.find_of_all(Event, series=event.series):
        without = {
            name: [address for address in getattr(copy, name) if address != own]
            for name in ("accepted", "declined", "tentative")
        }
        world.update(copy, **without | {answer: [*without[answer], own]})


def _organised(world: World, key: str) -> Event:
    event = world.get(Event, key)
    if event.organiser != world.get(Person, world.person).address:
        raise Refused(f"{key} is {event.organiser}'s event; who made an event can change it")
    return event


def _owner_address(world: World, event: Event) -> str:
    (calendar,) = [item for item in world.find_of_all(Calendar) if item.id == event.calendar]
    return world.get(Person, calendar.owner).address


def _shared(world: World, address: str) -> list[Calendar]:
    calendars = world.find_of_all(Calendar, owner=_person(world, address).id)
    if not calendars:
        raise Refused(f"{address} shows no calendar")
    return calendars


def _person(world: World, address: str) -> Person:
    matches = world.find(Person, address=address)
    if not matches:
        raise Refused(f"nobody has the address {address!r}")
    return matches[0]


def _name(world: World, person: str) -> str:
    return world.get(Person, person).name


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")
