from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Oskar Kestrel")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-18T22:00")


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_ask_to_call_about_something_else(_guest: Guest) -> Solution:
    yield from work(changed={"ask_to_call": {"text": "Hello! How are you?"}})


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "studio visit", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "organiser")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Flora studio visit", "limit": 1})
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone_2 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_2})
    account_2 = result_value(seen, "0/account")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Janna/id")
    calls: dict[str, Action] = {
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Saturday walk", "accounts": [account]}
        ),
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account_2,
                "text": "I would love to have the pictures."
                if in_other_words
                else "Could you send me the pictures?",
            },
        ),
        "new_event": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Keep free",
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
