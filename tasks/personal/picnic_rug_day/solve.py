from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-143")


def wrong_other_day(_guest: Guest) -> Solution:
    yield from work(day="2026-04-28")


def wrong_without_new_tick(_guest: Guest) -> Solution:
    yield from work(without="new_tick")


def wrong_new_tick_without_a_tick(_guest: Guest) -> Solution:
    yield from work(changed={"new_tick": {"value": "false"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


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
    seen_2 = yield ToolCall(name="notes_search", arguments={"words": "Lent picnic rug", "limit": 1})
    page = other.get("page") or result_value(seen_2, "0/id")
    page_2 = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "new_tick": ToolCall(
            name="notes_set_property",
            arguments={"page": page, "name": "Sorted out", "value": "true", "kind": "checkbox"},
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "To remember",
                "notebook": notebook,
                "body": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
