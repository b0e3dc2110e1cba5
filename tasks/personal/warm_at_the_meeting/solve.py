from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-527")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="13")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-18T10:15")


def wrong_without_answer_newest(_guest: Guest) -> Solution:
    yield from work(without="answer_newest")


def wrong_answer_newest_twice(_guest: Guest) -> Solution:
    yield from work(twice="answer_newest")


def wrong_answer_newest_as_no_reply(_guest: Guest) -> Solution:
    yield from work(changed={"answer_newest": {"reply_to": ""}})


def wrong_without_new_event(_guest: Guest) -> Solution:
    yield from work(without="new_event")


def wrong_new_event_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_event")


def wrong_new_event_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"new_event": {"calendar": "calendar-2"}})


def wrong_without_answer_hour(_guest: Guest) -> Solution:
    yield from work(without="answer_hour")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    person = other.get("person", "Ingmar Knoll")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "weekly meeting", "limit": 2})
    event = other.get("event") or result_value(seen, "1/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    day = result_value(seen, "starts", r"^(.{10})")
    seen = yield ToolCall(name="forecast_office_get_forecast", arguments={"town": "Dunholt", "day": day})
    name_2 = other.get("name_2") or result_value(seen, "high")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "weekly meeting", "limit": 2})
    event_2 = result_value(seen, "1/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="messenger_search", arguments={"sender": account, "limit": 1})
    message = result_value(seen, "0/id")
    chat = result_value(seen, "0/conversation")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Liam/id")
    calls: dict[str, Action] = {
        "answer_newest": ToolCall(
            name="messenger_send",
            arguments={
                "conversation": chat,
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
                "reply_to": message,
            },
        ),
        "new_event": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Not at home",
                "starts": moment,
                "ends": f"{moment[:10]}T23:00",
            },
        ),
        "answer_hour": Terminate(
            status="success",
            answer=f"On {moment[:10]} at {moment[11:]}." if in_other_words else f"That is at {moment[11:]}.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
