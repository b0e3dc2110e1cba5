from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-534")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-18T10:30")


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_new_event(_guest: Guest) -> Solution:
    yield from work(without="new_event")


def wrong_new_event_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_event")


def wrong_new_event_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"new_event": {"calendar": "calendar-1"}})


def wrong_without_answer_day(_guest: Guest) -> Solution:
    yield from work(without="answer_day")


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "eye doctor", "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "eye doctor", "limit": 1})
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Family/id")
    calls: dict[str, Action] = {
        "remind_of_event": ToolCall(name="calendar_set_reminder", arguments={"event": event, "minutes": 60}),
        "new_event": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Not at home",
                "starts": moment,
                "ends": f"{moment[:10]}T23:00",
            },
        ),
        "answer_day": Terminate(
            status="success",
            answer=f"On {moment[:10]} at {moment[11:]}." if in_other_words else f"That is on {moment[:10]}.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
