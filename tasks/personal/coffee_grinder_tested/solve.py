from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Ostrel skipping rope")


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-79")


def wrong_without_publish(_guest: Guest) -> Solution:
    yield from work(without="publish")


def wrong_publish_twice(_guest: Guest) -> Solution:
    yield from work(twice="publish")


def wrong_publish_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"audience": "public"}})


def wrong_publish_without_the_topic(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"topics": []}})


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Home repairs"}})


def wrong_without_like_post(_guest: Guest) -> Solution:
    yield from work(without="like_post")


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
    seen = yield ToolCall(name="feed_search", arguments={"topic": "#coffeegrinder", "limit": 1})
    name_2 = other.get("name_2") or result_value(
        seen, "0/text", r"^(?:Bought: |Tested: )?([A-Z]\w+ [\w ]+?)(?: after \d+ years|, \d)"
    )
    seen = yield ToolCall(name="feed_search", arguments={"words": "Ostrel coffee grinder", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
    handle = result_value(seen, "author")
    calls: dict[str, Action] = {
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
                "topics": ["#worthreading"],
                "audience": "followers",
            },
        ),
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Around town",
                "title": "A small hint",
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "like_post": ToolCall(name="feed_like", arguments={"post": post}),
        "follow_author": ToolCall(name="feed_follow", arguments={"handle": handle}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
