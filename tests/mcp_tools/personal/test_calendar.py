"""Calendars: invitations, answers, moved events, shared calendars and free time."""

from __future__ import annotations

from typing import Any

from mcp_tools.personal.apps.calendar import CALENDAR
from mcp_tools.personal.store import Store
from tests.mcp_tools.personal.small_state import ADDRESS, JON, MARA, ROBIN, call, refusal, small_state

WHEN = {"starts": "2026-05-14T10:00", "ends": "2026-05-14T11:30"}


def invite(store: Store) -> str:
    """Robin's event with Mara and Jon, whose id is returned."""
    guests = [ADDRESS[MARA], ADDRESS[JON]]
    made = call(
        store, CALENDAR, "create_event", calendar="calendar-1", title="Rehearsal", guests=guests, **WHEN
    )
    return str(made["id"])


def events_of(store: Store, person: str) -> list[dict[str, Any]]:
    """What a person's calendars have in May and June."""
    found: list[dict[str, Any]] = call(
        store, CALENDAR, "list_events", person, first_day="2026-05-01", last_day="2026-06-30"
    )
    return found


def test_guests_get_an_event_answer_and_see_it_move() -> None:
    store = small_state()
    event = invite(store)
    (copy,) = events_of(store, MARA)
    assert copy["title"] == "Rehearsal" and copy["calendar"] == "calendar-2"
    call(store, CALENDAR, "respond", MARA, event=copy["id"], answer="tentative")
    call(store, CALENDAR, "respond", MARA, event=copy["id"], answer="accepted")
    guests = call(store, CALENDAR, "read_event", event=event)["guests"]
    assert guests == [
        {"address": ADDRESS[MARA], "answer": "accepted"},
        {"address": ADDRESS[JON], "answer": "none"},
    ]
    moved = call(
        store, CALENDAR, "update_event", event=event, starts="2026-05-15 09:00", remove_guests=[ADDRESS[JON]]
    )
    assert (moved["starts"], moved["ends"], moved["guests"]) == (
        "2026-05-15T09:00",
        "2026-05-15T10:30",
        [ADDRESS[MARA]],
    )
    assert [item["starts"] for item in events_of(store, MARA)] == ["2026-05-15T09:00"]
    assert "robin@home.test's event" in refusal(
        store, CALENDAR, "update_event", MARA, event=copy["id"], title="Mine"
    )
    call(store, CALENDAR, "update_event", event=event, remove_guests=[ADDRESS[MARA]])
    assert events_of(store, MARA) == []
    call(store, CALENDAR, "update_event", event=event, add_guests=[ADDRESS[MARA]])
    assert len(events_of(store, MARA)) == 1
    call(store, CALENDAR, "delete_event", event=event)
    assert events_of(store, MARA) == events_of(store, ROBIN) == []


def test_a_guest_who_deletes_an_event_has_declined_it() -> None:
    store = small_state()
    event = invite(store)
    call(store, CALENDAR, "delete_event", MARA, event=events_of(store, MARA)[0]["id"])
    assert call(store, CALENDAR, "read_event", event=event)["guests"][0]["answer"] == "declined"
    assert "no guest" in refusal(store, CALENDAR, "respond", event=event, answer="accepted")


def test_free_time_of_several_people() -> None:
    store = small_state()
    invite(store)
    call(
        store, CALENDAR, "create_event", MARA,
        calendar="calendar-2", title="Dentist", starts="2026-05-14T13:00", ends="2026-05-14T16:00",
    )  # fmt: skip
    slots = call(store, CALENDAR, "find_free_time", day="2026-05-14", minutes=90, with_people=[ADDRESS[MARA]])
    assert slots == [
        {"from": "2026-05-14T08:00", "to": "2026-05-14T10:00"},
        {"from": "2026-05-14T11:30", "to": "2026-05-14T13:00"},
        {"from": "2026-05-14T16:00", "to": "2026-05-14T18:00"},
    ]
    assert (
        call(store, CALENDAR, "find_free_time", day="2026-05-15", minutes=480)[0]["to"] == "2026-05-15T18:00"
    )
    assert "shows no calendar" in refusal(
        store, CALENDAR, "find_free_time", day="2026-05-15", minutes=30, with_people=[ADDRESS[JON]]
    )


def test_a_shared_calendar_is_seen_and_changed_by_its_members_alone() -> None:
    store = small_state()
    event = invite(store)
    assert f"no event {event!r}" in refusal(store, CALENDAR, "read_event", MARA, event=event)
    shared = call(store, CALENDAR, "share_calendar", calendar="calendar-1", address=ADDRESS[MARA])
    assert shared["members"] == ["Mara Lind"]
    assert call(store, CALENDAR, "read_event", MARA, event=event)["title"] == "Rehearsal"
    sharing = {"calendar": "calendar-1", "address": ADDRESS[JON]}
    assert "Robin Vale's" in refusal(store, CALENDAR, "share_calendar", MARA, **sharing)
    assert "nobody has" in refusal(store, CALENDAR, "share_calendar", **sharing | {"address": "x@y.test"})
    assert call(store, CALENDAR, "set_reminder", MARA, event=event, minutes=30)["reminder"] == 30
    assert [row["owner"] for row in call(store, CALENDAR, "list_calendars", MARA)] == [
        "Robin Vale",
        "Mara Lind",
    ]


def test_wrong_times_are_refused() -> None:
    store = small_state()
    event = invite(store)
    assert "must be after" in refusal(store, CALENDAR, "update_event", event=event, ends="2026-05-14T09:00")
    assert "YYYY-MM-DDTHH:MM" in refusal(store, CALENDAR, "update_event", event=event, starts="14 May")
    assert "62 days" in refusal(store, CALENDAR, "list_events", first_day="2026-05-01", last_day="2027-05-01")
    assert call(store, CALENDAR, "search", words="rehear")[0]["id"] == event
