from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="180")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Recipes/Poppy Seed Pudding.md")


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


def wrong_without_tag_file(_guest: Guest) -> Solution:
    yield from work(without="tag_file")


def wrong_tag_file_with_another_tag(_guest: Guest) -> Solution:
    yield from work(changed={"tag_file": {"text": "#later"}})


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
    seen_2 = yield ToolCall(name="vault_search", arguments={"words": "Recipes buckwheat soup", "limit": 1})
    path = result_value(seen_2, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    code = other.get("code") or result_value(seen, "text", r"minutes at (\d+) degrees")
    file = other.get("file") or result_value(seen_2, "0/path")
    calls: dict[str, Action] = {
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
                "topics": ["#kitchennotes"],
                "audience": "followers",
            },
        ),
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Kitchen table",
                "title": "A small hint",
                "text": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "tag_file": ToolCall(
            name="vault_append",
            arguments={"path": file, "text": "More: #again" if in_other_words else "#again"},
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
