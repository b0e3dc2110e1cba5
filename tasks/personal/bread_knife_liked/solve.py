from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-75")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="17.50")


def wrong_without_like_post(_guest: Guest) -> Solution:
    yield from work(without="like_post")


def wrong_without_follow_author(_guest: Guest) -> Solution:
    yield from work(without="follow_author")


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Home repairs"}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="feed_search", arguments={"words": "Pemberwick bread knife", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "Pemberwick bread knife", "limit": 1})
    price = other.get("price") or result_value(seen, "0/text", r"(\d+\.\d\d) euros")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
    handle = result_value(seen, "author")
    calls: dict[str, Action] = {
        "like_post": ToolCall(name="feed_like", arguments={"post": post}),
        "follow_author": ToolCall(name="feed_follow", arguments={"handle": handle}),
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Kitchen table",
                "title": "A small hint",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
