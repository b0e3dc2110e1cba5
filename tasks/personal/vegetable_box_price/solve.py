from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="33.90")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-146")


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_move_page(_guest: Guest) -> Solution:
    yield from work(without="move_page")


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Contract Vegetable box", "limit": 1})
    page = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    price = other.get("price") or result_value(seen, "body", r"(?:Costs|Price): (\d+\.\d\d) euros a month")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Contract Vegetable box", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook_2 = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "Loose ends",
                "notebook": notebook,
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "move_page": ToolCall(name="notes_move_page", arguments={"page": page_2, "notebook": notebook_2}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
