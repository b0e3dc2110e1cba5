from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Caspar Gladwin")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-535")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="10")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


def wrong_without_answer_newest(_guest: Guest) -> Solution:
    yield from work(without="answer_newest")


def wrong_answer_newest_twice(_guest: Guest) -> Solution:
    yield from work(twice="answer_newest")


def wrong_answer_newest_as_no_reply(_guest: Guest) -> Solution:
    yield from work(changed={"answer_newest": {"reply_to": ""}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "garden party", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "organiser")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Oskar garden party", "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    day = result_value(seen, "starts", r"^(.{10})")
    seen = yield ToolCall(name="forecast_office_get_forecast", arguments={"town": "Eastvale", "day": day})
    name_2 = other.get("name_2") or result_value(seen, "high")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="messenger_search", arguments={"sender": account, "limit": 1})
    message = result_value(seen, "0/id")
    chat = result_value(seen, "0/conversation")
    calls: dict[str, Action] = {
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Games evenings"]}
        ),
        "answer_newest": ToolCall(
            name="messenger_send",
            arguments={
                "conversation": chat,
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
                "reply_to": message,
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
