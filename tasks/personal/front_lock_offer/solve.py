from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-629")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Caspar Danby")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-529")


def wrong_without_unread_mail(_guest: Guest) -> Solution:
    yield from work(without="unread_mail")


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", twice: str = "", backwards: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "for the front lock euros number", "limit": 1}
    )
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "for the front lock euros number", "limit": 1}
    )
    address = result_value(seen, "0/sender")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "locksmith", "limit": 1})
    firm = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm, "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "unread_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "read": "no"}),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Back yard", "accounts": [account]}
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
