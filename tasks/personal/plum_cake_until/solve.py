from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Castle Park, Corvin")


def wrong_other_time(_guest: Guest) -> Solution:
    yield from work(time="22:00")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="4.8")


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-2"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


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
    seen = yield ToolCall(name="feed_search", arguments={"words": "plum cake", "limit": 1})
    place = other.get("place") or result_value(seen, "0/place")
    seen_2 = yield ToolCall(
        name="city_guide_find_places", arguments={"town": f"{place.rpartition(', ')[2]}", "limit": 50}
    )
    number = result_value(seen_2, f"name={place.partition(', ')[0]}/id")
    seen = yield ToolCall(
        name="city_guide_get_opening_hours", arguments={"place_id": number, "day": "2026-05-16"}
    )
    time = other.get("time") or result_value(seen, "closes")
    name_2 = other.get("name_2") or result_value(seen_2, f"name={place.partition(', ')[0]}/rating", r"(.+)")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Household/id")
    calls: dict[str, Action] = {
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "This month",
                "notebook": notebook,
                "body": f"I looked it up: {time}." if in_other_words else f"It is this: {time}",
            },
        ),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Loose ends.md",
                "text": f"I looked it up: {time}." if in_other_words else f"It is this: {time}",
            },
        ),
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
