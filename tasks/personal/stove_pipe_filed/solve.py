from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-704")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-531")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Sunniva Meerkamp")


def wrong_other_card(_guest: Guest) -> Solution:
    yield from work(card="card-85")


def wrong_without_file_mail(_guest: Guest) -> Solution:
    yield from work(without="file_mail")


def wrong_file_mail_into_the_trash(_guest: Guest) -> Solution:
    yield from work(changed={"file_mail": {"folder": "Trash"}})


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_group_on_card(_guest: Guest) -> Solution:
    yield from work(without="group_on_card")


def wrong_group_on_card_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_on_card": {"remove_groups": ["Tradespeople"]}})


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
        name="mail_search", arguments={"words": "for the stove pipe euros number", "limit": 1}
    )
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "chimney sweep", "limit": 1})
    firm = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm, "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "for the stove pipe euros number", "limit": 1}
    )
    address = result_value(seen, "0/sender")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = other.get("card") or result_value(seen, f"name={person}/id")
    calls: dict[str, Action] = {
        "file_mail": ToolCall(name="mail_move", arguments={"message": mail, "folder": "Bills"}),
        "remind_of_event": ToolCall(name="calendar_set_reminder", arguments={"event": event, "minutes": 120}),
        "group_on_card": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Repairs"]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
