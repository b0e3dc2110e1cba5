from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="51.95")


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-83")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_publish(_guest: Guest) -> Solution:
    yield from work(without="publish")


def wrong_publish_twice(_guest: Guest) -> Solution:
    yield from work(twice="publish")


def wrong_publish_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"audience": "public"}})


def wrong_publish_without_the_topic(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"topics": []}})


def wrong_without_follow_author(_guest: Guest) -> Solution:
    yield from work(without="follow_author")


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
    seen_2 = yield ToolCall(name="feed_search", arguments={"words": "Pemberwick kettle", "limit": 1})
    price = other.get("price") or result_value(seen_2, "0/text", r"(\d+\.\d\d) euros")
    post = other.get("post") or result_value(seen_2, "0/id")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
    handle = result_value(seen, "author")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Jotted down.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
                "topics": ["#kitchennotes"],
                "audience": "followers",
            },
        ),
        "follow_author": ToolCall(name="feed_follow", arguments={"handle": handle}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
