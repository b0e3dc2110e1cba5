from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Enna Fjelland")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-543")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Thora Kirkeby")


def wrong_without_react_to_newest(_guest: Guest) -> Solution:
    yield from work(without="react_to_newest")


def wrong_react_to_newest_with_another_sign(_guest: Guest) -> Solution:
    yield from work(changed={"react_to_newest": {"emoji": "😢"}})


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_ask_to_call_about_something_else(_guest: Guest) -> Solution:
    yield from work(changed={"ask_to_call": {"text": "Hello! How are you?"}})


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Soup party ours", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/answer=tentative/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Soup party", "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Board games", "limit": 1})
    event_3 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_3})
    address_2 = result_value(seen, "guests/answer=declined/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address_2, "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "0/name")
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
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_3 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_3})
    address_3 = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Liam/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_4 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_4})
    phone_3 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_3})
    account_3 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "react_to_newest": ToolCall(name="messenger_react", arguments={"message": message, "emoji": "👍"}),
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account_2,
                "text": "Could somebody come with me?" if in_other_words else "May I bring somebody along?",
            },
        ),
        "remind_of_event": ToolCall(
            name="calendar_set_reminder", arguments={"event": event_2, "minutes": 2880}
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "A walk by the river",
                "starts": "2026-05-15T17:30",
                "ends": "2026-05-15T18:30",
                "guests": [address_3],
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Board games", "accounts": [account_3]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
