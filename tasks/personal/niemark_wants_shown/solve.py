from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="the large-animal yard")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-554")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Ivo Edlund")


def wrong_without_tell_in_messenger(_guest: Guest) -> Solution:
    yield from work(without="tell_in_messenger")


def wrong_tell_in_messenger_twice(_guest: Guest) -> Solution:
    yield from work(twice="tell_in_messenger")


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Work"]}})


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
    person = other.get("person", "Runa Bekker")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "visit Niemark Farm", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    name_2 = other.get("name_2") or result_value(seen, "note", r"(?:Show|Explain|Ask about): ([^,]+),")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "visit Niemark Farm", "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="team_search", arguments={"words": "can Niemark Farm", "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="team_read_thread", arguments={"post": post})
    person_2 = other.get("person_2") or result_value(seen, "1/author/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_2 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_3 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_3})
    phone_2 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_2})
    account_2 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "tell_in_messenger": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "remind_of_event": ToolCall(
            name="calendar_set_reminder", arguments={"event": event_2, "minutes": 120}
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Site contacts"]}
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Lunch orders", "accounts": [account_2]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
