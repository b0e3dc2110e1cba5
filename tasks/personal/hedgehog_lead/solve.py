from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Stellan Quist")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-162")


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["stellan.quist@lettera.test"]}})


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


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
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "Hedgehog season"})
    page = result_value(seen, "title=Hedgehog season/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    person = other.get("person") or result_value(seen, "properties/name=Lead/value")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Hedgehog season open points", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    seen_2 = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    card_2 = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address_2 = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Wenzel/id")
    calls: dict[str, Action] = {
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "A date",
                "body": "Hello,\nwhen do you have time for a talk?\nBye"
                if in_other_words
                else "When would be a good time to talk?",
            },
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Look at the plans",
                "starts": "2026-05-15T14:00",
                "ends": "2026-05-15T15:00",
                "guests": [address_2],
            },
        ),
        "delete_page": ToolCall(name="notes_delete_page", arguments={"page": page_2}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
