from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-683")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-503")


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", backwards: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "for the gutter euros number", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "roofer", "limit": 1})
    firm = result_value(seen, "0/organisation")
    seen = yield ToolCall(name="calendar_search", arguments={"words": firm, "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail}),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
