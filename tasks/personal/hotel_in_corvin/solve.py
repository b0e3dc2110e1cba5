from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Station Hotel")


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-91")


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Kitchen table"}})


def wrong_without_hide_post(_guest: Guest) -> Solution:
    yield from work(without="hide_post")


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Trips Corvin", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    name_2 = other.get("name_2") or result_value(seen, "text", r"Hotel: (.+?), ")
    seen = yield ToolCall(name="feed_search", arguments={"words": "Glass House", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Home repairs",
                "title": "A small hint",
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "hide_post": ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"}),
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
