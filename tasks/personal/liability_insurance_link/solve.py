from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-643")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Papers/Glass insurance 2026.md")


def wrong_without_unread_mail(_guest: Guest) -> Solution:
    yield from work(without="unread_mail")


def wrong_without_link_to_file(_guest: Guest) -> Solution:
    yield from work(without="link_to_file")


def wrong_link_to_file_without_the_link(_guest: Guest) -> Solution:
    yield from work(changed={"link_to_file": {"text": "Liability insurance 2026"}})


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
    seen = yield ToolCall(name="mail_search", arguments={"words": "liability insurance", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Papers liability insurance", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    calls: dict[str, Action] = {
        "unread_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "read": "no"}),
        "link_to_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Reading pile.md",
                "text": f"Look at [[{file}]] soon." if in_other_words else f"[[{file}]]",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
