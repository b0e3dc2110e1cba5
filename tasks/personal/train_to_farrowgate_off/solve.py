from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-574")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-537")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", backwards: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Farrowgate", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "to Farrowgate", "limit": 2})
    event = other.get("event") or result_value(seen, "1/id")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
