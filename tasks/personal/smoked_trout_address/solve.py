from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Blue Heron Inn, Farrowgate")


def wrong_other_place_2(_guest: Guest) -> Solution:
    yield from work(place_2="Foundry Lane 24")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", in_other_words: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="feed_search", arguments={"words": "smoked trout", "limit": 1})
    place = other.get("place") or result_value(seen, "0/place")
    seen = yield ToolCall(
        name="city_guide_find_places", arguments={"town": f"{place.rpartition(', ')[2]}", "limit": 50}
    )
    place_2 = other.get("place_2") or result_value(seen, f"name={place.partition(', ')[0]}/address")
    calls: dict[str, Action] = {
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {place_2}." if in_other_words else f"It is this: {place_2}",
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
