from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-26T20:00")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-535")


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-704")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_answer_invitation(_guest: Guest) -> Solution:
    yield from work(without="answer_invitation")


def wrong_answer_invitation_undecided(_guest: Guest) -> Solution:
    yield from work(changed={"answer_invitation": {"answer": "tentative"}})


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


def wrong_without_answer_hour(_guest: Guest) -> Solution:
    yield from work(without="answer_hour")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen_2 = yield ToolCall(name="calendar_search", arguments={"words": "Zelda studio visit", "limit": 1})
    event = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    moment = other.get("moment") or result_value(seen, "starts")
    event_2 = other.get("event_2") or result_value(seen_2, "0/id")
    seen = yield ToolCall(name="mail_search", arguments={"words": "Zelda studio visit", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Jotted down.md",
                "text": f"At {moment[11:]} on {moment[:10]}."
                if in_other_words
                else f"It is on {moment[:10]} at {moment[11:]}.",
            },
        ),
        "answer_invitation": ToolCall(
            name="calendar_respond", arguments={"event": event_2, "answer": "accepted"}
        ),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail}),
        "answer_hour": Terminate(
            status="success",
            answer=f"On {moment[:10]} at {moment[11:]}." if in_other_words else f"That is at {moment[11:]}.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
