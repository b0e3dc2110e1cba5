from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-82")


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Blue Heron Inn, Brackwater")


def wrong_other_place_2(_guest: Guest) -> Solution:
    yield from work(place_2="Tanner Street 25")


def wrong_without_place_of_post(_guest: Guest) -> Solution:
    yield from work(without="place_of_post")


def wrong_place_of_post_in_the_text(_guest: Guest) -> Solution:
    yield from work(changed={"place_of_post": {"text": "Bell Street 67"}})


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", changed: dict[str, dict[str, object]] | None = None, **other: str) -> Solution:
    seen = yield ToolCall(name="feed_search", arguments={"words": "Old Granary", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "dumplings", "limit": 1})
    place = other.get("place") or result_value(seen, "0/place")
    seen = yield ToolCall(
        name="city_guide_find_places", arguments={"town": f"{place.rpartition(', ')[2]}", "limit": 50}
    )
    place_2 = other.get("place_2") or result_value(seen, f"name={place.partition(', ')[0]}/address")
    calls: dict[str, Action] = {
        "place_of_post": ToolCall(name="feed_edit_post", arguments={"post": post, "place": place_2}),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
