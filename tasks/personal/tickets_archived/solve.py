from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-674")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="K11428")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Henrik Larkin")


def wrong_without_file_mail(_guest: Guest) -> Solution:
    yield from work(without="file_mail")


def wrong_file_mail_into_the_trash(_guest: Guest) -> Solution:
    yield from work(changed={"file_mail": {"folder": "Trash"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    backwards: bool = False,
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen_2 = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    mail = other.get("mail") or result_value(seen_2, "0/id")
    mail_2 = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    code = other.get("code") or result_value(seen, "body", r"booking (K\d+)")
    title = result_value(seen_2, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title, "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    calls: dict[str, Action] = {
        "file_mail": ToolCall(name="mail_move", arguments={"message": mail, "folder": "Archive"}),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Jotted down.md",
                "text": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Concert company"]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
