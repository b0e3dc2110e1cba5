from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="30")


def wrong_other_mail_2(_guest: Guest) -> Solution:
    yield from work(mail_2="mail-646")


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Home repairs"}})


def wrong_without_publish(_guest: Guest) -> Solution:
    yield from work(without="publish")


def wrong_publish_twice(_guest: Guest) -> Solution:
    yield from work(twice="publish")


def wrong_publish_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"audience": "public"}})


def wrong_publish_without_the_topic(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"topics": []}})


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


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
    mail = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    price = other.get("price") or result_value(seen, "body", r"(\d+) euros each")
    mail_2 = other.get("mail_2") or result_value(seen_2, "0/id")
    calls: dict[str, Action] = {
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Kitchen table",
                "title": "Good to know",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
                "topics": ["#goodtoknow"],
                "audience": "followers",
            },
        ),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail_2}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
