from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-75")


def wrong_without_like_post(_guest: Guest) -> Solution:
    yield from work(without="like_post")


def wrong_without_follow_author(_guest: Guest) -> Solution:
    yield from work(without="follow_author")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", backwards: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="feed_search", arguments={"words": "Pemberwick yoga mat", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
    handle = result_value(seen, "author")
    calls: dict[str, Action] = {
        "like_post": ToolCall(name="feed_like", arguments={"post": post}),
        "follow_author": ToolCall(name="feed_follow", arguments={"handle": handle}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
