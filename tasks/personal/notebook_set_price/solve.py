from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-76")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="46.95")


def wrong_without_praise_post(_guest: Guest) -> Solution:
    yield from work(without="praise_post")


def wrong_praise_post_twice(_guest: Guest) -> Solution:
    yield from work(twice="praise_post")


def wrong_praise_post_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"praise_post": {"text": "Oh no!"}})


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
    seen = yield ToolCall(name="feed_home", arguments={"limit": 4})
    post = other.get("post") or result_value(seen, "3/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "Lindqvar notebook set", "limit": 1})
    price = other.get("price") or result_value(seen, "0/text", r"(\d+\.\d\d) euros")
    calls: dict[str, Action] = {
        "praise_post": ToolCall(
            name="feed_comment",
            arguments={"post": post, "text": "How lovely." if in_other_words else "How lovely!"},
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
