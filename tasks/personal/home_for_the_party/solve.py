import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, FAMILY = "calendar-1", "calendar-2"
ENNA, COLLEAGUE = "enna.lockyer@hearth.test", "enna.reedmark@studio-brandsen.test"
ENNA_CHAT, SIGNE_CHAT, ASTRID_CHAT = "chat-35", "chat-40", "chat-14"
TRAIN = ("T360", "06:24", "10:20", "161.00")
LATE = ("T363", "15:52", "19:21", "137.00")
WEEKDAYS_ONLY = ("T362", "12:16", "15:01", "115.00")
SUNDAY = {"origin": "Farrowgate", "destination": "Aldmere", "day": "2026-05-17"}


def mcp() -> Solution:
    days = {"first_day": "2026-05-16", "last_day": "2026-05-17"}
    seen = yield ToolCall(name="calendar_list_events", arguments=days)
    begins = next(item["starts"][11:] for item in read(seen) if "Soup party" in item["title"])
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Signe"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": read(seen)[0]["id"]})
    town = read(seen)["home"].rsplit(", ")[-1]
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Enna"})
    card = next(item for item in read(seen) if "Friends" in item["groups"])
    seen = yield ToolCall(name="contacts_read", arguments={"card": card["id"]})
    guest = read(seen)["addresses"][0]
    seen = yield ToolCall(name="transit_desk_search_trains", arguments=SUNDAY | {"origin": town})
    found = seen.results[-1].structured
    assert found is not None
    fitting = [item for item in found["result"] if item["arrives"] < begins and item["free_seats"] >= 2]
    train = max(fitting, key=lambda item: item["departs"])
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(item["id"] for item in read(seen) if item["name"] == "Helmi")
    event = {
        "calendar": own,
        "title": f"{train['number']} {town} to Aldmere",
        "starts": f"2026-05-17T{train['departs']}",
        "ends": f"2026-05-17T{train['arrives']}",
        "place": f"{town} station",
        "guests": [guest],
    }
    yield ToolCall(name="calendar_create_event", arguments=event)
    for person in (card["name"], "Signe"):
        seen = yield ToolCall(name="messenger_find_account", arguments={"query": person})
        told = {
            "account": read(seen)[0]["account"],
            "text": f"Our train leaves at {train['departs']} on Sunday.",
        }
        yield ToolCall(name="messenger_send", arguments=told)
    answer = f"It is {train['number']}; two seats cost {2 * train['fare']:.2f} euros."
    yield Terminate(status="success", answer=answer)


def also_told_first(_guest: Guest) -> Solution:
    yield ToolCall(name="transit_desk_search_trains", arguments=SUNDAY)
    text = "Sorry, we have to leave at 6.24 am on Sunday, to be back at 10:20; nothing else fits."
    yield ToolCall(name="messenger_send", arguments={"account": "astrid.ashgrove", "text": text})
    yield ToolCall(name="messenger_send", arguments={"account": "u-21966", "text": text})
    yield from put(TRAIN, title="Train home")
    answer = "T360, 6:24 to 10:20; the later T363 arrives at 19:21. EUR 161.00 (2 × EUR 80.50)."
    yield Terminate(status="success", answer=answer)


def also_invited_later(_guest: Guest) -> Solution:
    yield ToolCall(name="transit_desk_search_trains", arguments=SUNDAY)
    seen = yield from put(TRAIN, guests=[])
    changed = {"event": read(seen)["id"], "add_guests": [ENNA], "place": "Farrowgate station"}
    yield ToolCall(name="calendar_update_event", arguments=changed)
    yield from done(TRAIN, event=False)


def wrong_after_the_beginning(_guest: Guest) -> Solution:
    """The train of the tickets for June, which arrives when the party has begun."""
    yield from done(LATE)


def wrong_not_on_sundays(_guest: Guest) -> Solution:
    yield from done(WEEKDAYS_ONLY)


def wrong_enna(_guest: Guest) -> Solution:
    """The colleague of that name."""
    yield from done(TRAIN, guest=COLLEAGUE)


def wrong_astrid(_guest: Guest) -> Solution:
    """Signe's account has Astrid's name."""
    yield from done(TRAIN, signe=ASTRID_CHAT)


def wrong_booked(_guest: Guest) -> Solution:
    booking = {"number": "T360", "day": "2026-05-17", "passenger": "Helmi Alderton", "seats": 2}
    yield ToolCall(name="transit_desk_book_trip", arguments=booking)
    yield from done(TRAIN)


def wrong_both_trains_told(_guest: Guest) -> Solution:
    yield from put(TRAIN)
    for chat in (ENNA_CHAT, SIGNE_CHAT):
        told = {"conversation": chat, "text": "Sunday: 6:24 or 15:52."}
        yield ToolCall(name="messenger_send", arguments=told)
    yield Terminate(status="success", answer="T360, 161 euros.")


def wrong_no_answer(_guest: Guest) -> Solution:
    yield from put(TRAIN)
    for chat in (ENNA_CHAT, SIGNE_CHAT):
        told = {"conversation": chat, "text": "Sunday: 6:24."}
        yield ToolCall(name="messenger_send", arguments=told)
    yield Terminate(status="success")


def wrong_price_of_one(_guest: Guest) -> Solution:
    yield from done(("T360", "06:24", "10:20", "80.50"))


def wrong_family_calendar(_guest: Guest) -> Solution:
    yield from done(TRAIN, calendar=FAMILY)


def wrong_signe_not_told(_guest: Guest) -> Solution:
    yield from done(TRAIN, signe="")


def put(
    train: tuple[str, str, str, str],
    *,
    title: str = "Farrowgate to Aldmere",
    calendar: str = OWN,
    guests: list[str] | None = None,
) -> Solution:
    event = {
        "calendar": calendar,
        "title": title,
        "starts": f"2026-05-17T{train[1]}",
        "ends": f"2026-05-17T{train[2]}",
        "guests": [ENNA] if guests is None else guests,
    }
    return (yield ToolCall(name="calendar_create_event", arguments=event))


def done(
    train: tuple[str, str, str, str],
    *,
    event: bool = True,
    calendar: str = OWN,
    guest: str = ENNA,
    signe: str = SIGNE_CHAT,
) -> Solution:
    number, departs, _, price = train
    if event:
        yield from put(train, calendar=calendar, guests=[guest])
    for chat in filter(None, (ENNA_CHAT, signe)):
        text = f"Sunday: {number} at {departs}."
        yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": text})
    yield Terminate(status="success", answer=f"{number}, {price} euros.")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
