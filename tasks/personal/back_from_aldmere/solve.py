from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-665")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-25T17:40")


def wrong_without_forward_to_partner(_guest: Guest) -> Solution:
    yield from work(without="forward_to_partner")


def wrong_forward_to_partner_twice(_guest: Guest) -> Solution:
    yield from work(twice="forward_to_partner")


def wrong_without_new_event(_guest: Guest) -> Solution:
    yield from work(without="new_event")


def wrong_new_event_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_event")


def wrong_new_event_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"new_event": {"calendar": "calendar-1"}})


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
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Aldmere", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Aldmere to", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Gideon Elmhurst"})
    card = result_value(seen, "name=Gideon Elmhurst/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Family/id")
    calls: dict[str, Action] = {
        "forward_to_partner": ToolCall(
            name="mail_forward",
            arguments={
                "message": mail,
                "to": [address],
                "body": "Have a look!" if in_other_words else "Have a look.",
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
