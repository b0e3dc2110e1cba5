from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-14T10:00")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Astrid Nettleship")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-503")


def wrong_without_new_event(_guest: Guest) -> Solution:
    yield from work(without="new_event")


def wrong_new_event_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_event")


def wrong_new_event_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"new_event": {"calendar": "calendar-2"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Tradespeople"]}})


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


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
    seen = yield ToolCall(name="contacts_search", arguments={"words": "roofer", "limit": 1})
    firm = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm, "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="mail_search", arguments={"words": "for the gutter euros number", "limit": 1})
    address = result_value(seen, "0/sender")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "roofer", "limit": 1})
    firm_2 = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm_2, "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Wiebke/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    calls: dict[str, Action] = {
        "new_event": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Keep free",
                "starts": moment,
                "ends": f"{moment[:10]}T23:00",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Summer party"]}
        ),
        "remind_of_event": ToolCall(
            name="calendar_set_reminder", arguments={"event": event_2, "minutes": 30}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
