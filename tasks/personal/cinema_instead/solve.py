from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Hanno Tolliver")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-543")


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-616")


def wrong_without_react_to_newest(_guest: Guest) -> Solution:
    yield from work(without="react_to_newest")


def wrong_react_to_newest_with_another_sign(_guest: Guest) -> Solution:
    yield from work(changed={"react_to_newest": {"emoji": "😢"}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
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
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="messenger_search", arguments={"sender": account, "limit": 1})
    message = result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone_2 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_2})
    account_2 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "react_to_newest": ToolCall(name="messenger_react", arguments={"message": message, "emoji": "👍"}),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Cinema on Thursday", "accounts": [account_2]}
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event_2}),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
