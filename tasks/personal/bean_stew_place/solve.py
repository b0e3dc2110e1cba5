from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-73")


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Anchor Pharmacy, Dunholt")


def wrong_without_hide_post(_guest: Guest) -> Solution:
    yield from work(without="hide_post")


def wrong_without_publish(_guest: Guest) -> Solution:
    yield from work(without="publish")


def wrong_publish_twice(_guest: Guest) -> Solution:
    yield from work(twice="publish")


def wrong_publish_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"audience": "public"}})


def wrong_publish_without_the_topic(_guest: Guest) -> Solution:
    yield from work(changed={"publish": {"topics": []}})


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
    seen = yield ToolCall(name="feed_search", arguments={"words": "Blue Heron Inn", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "bean stew", "limit": 1})
    place = other.get("place") or result_value(seen, "0/place")
    calls: dict[str, Action] = {
        "hide_post": ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"}),
        "publish": ToolCall(
            name="feed_publish",
            arguments={
                "text": f"I looked it up: {place}." if in_other_words else f"It is this: {place}",
                "topics": ["#smallthings"],
                "audience": "followers",
            },
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {place}." if in_other_words else f"It is this: {place}"
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
