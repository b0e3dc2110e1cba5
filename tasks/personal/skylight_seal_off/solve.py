from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Tamsin Scarth")


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-616")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-500")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Tradespeople"]}})


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    backwards: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "for the skylight seal euros number", "limit": 1}
    )
    address = result_value(seen, "0/sender")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "for the skylight seal euros number", "limit": 1}
    )
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "roofer", "limit": 1})
    firm = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm, "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    calls: dict[str, Action] = {
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Recommended"]}
        ),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail}),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
