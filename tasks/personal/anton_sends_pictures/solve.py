from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Thora Kirkeby")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-543")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-24T22:30")


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_ask_to_call_about_something_else(_guest: Guest) -> Solution:
    yield from work(changed={"ask_to_call": {"text": "Hello! How are you?"}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


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
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    title = result_value(seen, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title, "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    title_2 = result_value(seen, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title_2, "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    title_3 = result_value(seen, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title_3, "limit": 1})
    event_3 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_3})
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
    calls: dict[str, Action] = {
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": "I would love to have the pictures."
                if in_other_words
                else "Could you send me the pictures?",
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Boat trip", "accounts": [account_2]}
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event_2}),
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
