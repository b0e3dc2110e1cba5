from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Janna Engelby")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="delia.maddern@inkwell.test")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


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
    seen = yield ToolCall(name="feed_list_notifications", arguments={"limit": 20})
    handle = result_value(seen, "kind=comment/by")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    person = other.get("person") or result_value(seen, "name")
    seen_2 = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    code = other.get("code") or result_value(seen, "addresses/0")
    card_2 = result_value(seen_2, f"name={person}/id")
    card_3 = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_3})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Henrik/id")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Jotted down.md",
                "text": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Concert company"]}
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Tea at ours",
                "starts": "2026-05-18T16:00",
                "ends": "2026-05-18T17:00",
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
