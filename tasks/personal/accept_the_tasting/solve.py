from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-535")


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-704")


def wrong_without_answer_invitation(_guest: Guest) -> Solution:
    yield from work(without="answer_invitation")


def wrong_answer_invitation_undecided(_guest: Guest) -> Solution:
    yield from work(changed={"answer_invitation": {"answer": "tentative"}})


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Rasmus tasting", "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_search", arguments={"words": "Rasmus tasting", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "answer_invitation": ToolCall(
            name="calendar_respond", arguments={"event": event, "answer": "accepted"}
        ),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
