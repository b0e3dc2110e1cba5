from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-150")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Marit Arkwell")


def wrong_without_line_on_page(_guest: Guest) -> Solution:
    yield from work(without="line_on_page")


def wrong_line_on_page_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"line_on_page": {"text": "Nothing to do"}})


def wrong_without_tick_property(_guest: Guest) -> Solution:
    yield from work(without="tick_property")


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_ask_to_call_about_something_else(_guest: Guest) -> Solution:
    yield from work(changed={"ask_to_call": {"text": "Hello! How are you?"}})


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed fishing rod", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed fishing rod", "limit": 1})
    page_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    person = other.get("person") or result_value(seen, "body", r"^(.+?), since")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Olaf/id")
    calls: dict[str, Action] = {
        "line_on_page": ToolCall(
            name="notes_append",
            arguments={
                "page": page,
                "text": "- Talk about it at the weekend."
                if in_other_words
                else "Talk about it at the weekend",
            },
        ),
        "tick_property": ToolCall(
            name="notes_set_property",
            arguments={"page": page, "name": "Returned", "value": "true", "kind": "checkbox"},
        ),
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": "The side door is best: could you ring there?"
                if in_other_words
                else "Please ring at the side door.",
            },
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "A look at the cellar",
                "starts": "2026-05-15T16:30",
                "ends": "2026-05-15T17:00",
                "guests": [address],
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
