from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-71")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="46.95")


def wrong_without_praise_post(_guest: Guest) -> Solution:
    yield from work(without="praise_post")


def wrong_praise_post_twice(_guest: Guest) -> Solution:
    yield from work(twice="praise_post")


def wrong_praise_post_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"praise_post": {"text": "Oh no!"}})


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Kitchen table"}})


def wrong_without_publish(_guest: Guest) -> Solution:
    yield from work(without="publish")


def wrong_publish_twice(_guest: Guest) -> Solution:
    yield from work(twice="publish")


def wrong_publish_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"audience": "public"}})


def wrong_publish_without_the_topic(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"topics": []}})


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
    seen_2 = yield ToolCall(name="feed_search", arguments={"words": "Lindqvar notebook set", "limit": 1})
    post = other.get("post") or result_value(seen_2, "0/id")
    price = other.get("price") or result_value(seen_2, "0/text", r"(\d+\.\d\d) euros")
    calls: dict[str, Action] = {
        "praise_post": ToolCall(
            name="feed_comment",
            arguments={"post": post, "text": "How lovely." if in_other_words else "How lovely!"},
        ),
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Home repairs",
                "title": "What I found",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
                "topics": ["#worthreading"],
                "audience": "followers",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
