from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-658")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-509")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-17T18:00")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_answer_hour(_guest: Guest) -> Solution:
    yield from work(without="answer_hour")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "Quentin soup night", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Quentin soup night", "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Quentin soup night", "limit": 1})
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    moment = other.get("moment") or result_value(seen, "starts")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "remind_of_event": ToolCall(
            name="calendar_set_reminder", arguments={"event": event, "minutes": 2880}
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
        for _ in range(0 if name == without else 1):
            yield call
