import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NAME_DAY, GARDEN_PARTY = "event-527", "event-539"
OWN, FAMILY = "calendar-1", "calendar-2"
EMERIC, KILIAN = "kilian.finch", "u-62152"
TRAINS = {"origin": "Farrowgate", "destination": "Eastvale", "day": "2026-05-23"}
T401, T402, T403 = ("T401", "09:00", "12:40"), ("T402", "13:52", "16:39"), ("T403", "15:00", "18:45")


def mcp() -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Emeric name day", "limit": 1})
    event = rows(seen)[0]["id"]
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    day, _, begins = json.loads(seen.results[-1].text)["starts"].partition("T")
    latest = f"{int(begins[:2]) - 1:02}{begins[2:]}"
    yield ToolCall(name="calendar_respond", arguments={"event": event, "answer": "accepted"})
    seen = yield ToolCall(name="transit_desk_search_trains", arguments=TRAINS | {"day": day})
    found = seen.results[-1].structured
    assert found is not None
    train = [row for row in found["result"] if row["arrives"] <= latest][-1]
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(row["id"] for row in rows(seen) if row["name"] == "Klara")
    yield from entered((train["number"], train["departs"], train["arrives"]), own)
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Emeric Halvorn"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    phone = json.loads(seen.results[-1].text)["phones"][0]
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    yield from told(rows(seen)[0]["account"], f"I arrive at {train['arrives']}.")


def also_in_other_words(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    told_so = {
        "conversation": "chat-37",
        "text": "T402 leaves at 13:52 and is there at 4:39 pm, before 18:00!",
    }
    yield ToolCall(name="messenger_send", arguments=told_so)
    yield from entered(T402, title="Train T402 to Emeric in Eastvale")
    yield Terminate(status="success")


def wrong_garden_party(_guest: Guest) -> Solution:
    yield ToolCall(name="calendar_read_event", arguments={"event": NAME_DAY})
    yield from accepted(GARDEN_PARTY)
    yield from entered(T402)
    yield from told()


def wrong_tentative(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY, "tentative")
    yield from entered(T402)
    yield from told()


def wrong_earlier_train(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T401)
    yield from told(text="I arrive at 12:40.")


def wrong_too_late(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T403)
    yield from told(text="I arrive at 18:45.")


def wrong_calendar_of_the_family(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T402, FAMILY)
    yield from told()


def wrong_until_the_party(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(("T402", "13:52", "18:00"))
    yield from told()


def wrong_told_kilian(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T402)
    yield from told(KILIAN)


def wrong_told_the_departure(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T402)
    yield from told(text="I leave at 13:52.")


def wrong_not_told(_guest: Guest) -> Solution:
    yield from accepted(NAME_DAY)
    yield from entered(T402)
    yield Terminate(status="success")


def accepted(event: str, answer: str = "accepted") -> Solution:
    yield ToolCall(name="calendar_read_event", arguments={"event": event})
    yield ToolCall(name="calendar_respond", arguments={"event": event, "answer": answer})


def entered(train: tuple[str, str, str], calendar: str = OWN, title: str = "") -> Solution:
    number, departs, arrives = train
    event = {"calendar": calendar, "title": title or number}
    times = {"starts": f"2026-05-23T{departs}", "ends": f"2026-05-23T{arrives}"}
    yield ToolCall(name="calendar_create_event", arguments=event | times)


def told(account: str = EMERIC, text: str = "I arrive at 16:39.") -> Solution:
    yield ToolCall(name="messenger_send", arguments={"account": account, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
