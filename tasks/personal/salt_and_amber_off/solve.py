from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-647")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="76")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-553")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Home repairs"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


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
    seen_2 = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    mail = other.get("mail") or result_value(seen_2, "0/id")
    mail_2 = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    price = other.get("price") or result_value(seen, "body", r"(\d+) euros each")
    title = result_value(seen_2, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title, "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Around town",
                "title": "A small hint",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Jotted down.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
