from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-177")


def wrong_other_day(_guest: Guest) -> Solution:
    yield from work(day="2025-07-24")


def wrong_without_move_page(_guest: Guest) -> Solution:
    yield from work(without="move_page")


def wrong_without_tick_property(_guest: Guest) -> Solution:
    yield from work(without="tick_property")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", in_other_words: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed fishing rod", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed fishing rod", "limit": 1})
    page_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "move_page": ToolCall(name="notes_move_page", arguments={"page": page, "notebook": notebook}),
        "tick_property": ToolCall(
            name="notes_set_property",
            arguments={"page": page, "name": "Returned", "value": "true", "kind": "checkbox"},
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {day}." if in_other_words else f"It is this: {day}"
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
