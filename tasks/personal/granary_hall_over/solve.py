from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Bea Amberley")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Enna Kastner")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Boathouse roof.md")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-158")


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_delete_file(_guest: Guest) -> Solution:
    yield from work(without="delete_file")


def wrong_without_delete_page(_guest: Guest) -> Solution:
    yield from work(without="delete_page")


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Granary hall"})
    page = result_value(seen, "title=Granary hall/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    person = other.get("person") or result_value(seen, "properties/name=Lead/value")
    seen = yield ToolCall(
        name="team_search", arguments={"words": "Cost estimate and the staircase", "limit": 1}
    )
    person_2 = other.get("person_2") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Granary hall", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Granary hall open points", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Timo/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member = result_value(seen, "0/member")
    calls: dict[str, Action] = {
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "A coffee",
                "starts": "2026-05-15T10:00",
                "ends": "2026-05-15T10:30",
                "guests": [address],
            },
        ),
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "sounding-board", "is_private": True, "members": [member]},
        ),
        "delete_file": ToolCall(name="vault_delete_file", arguments={"path": file}),
        "delete_page": ToolCall(name="notes_delete_page", arguments={"page": page_2}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
