from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="289")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Papers/Travel insurance 2026.md")


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


def wrong_without_delete_file(_guest: Guest) -> Solution:
    yield from work(without="delete_file")


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Papers dental insurance", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    price = other.get("price") or result_value(seen, "text", r"(?:Covers|Pays) up to (\d+) euros")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Papers dental insurance", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Household/id")
    calls: dict[str, Action] = {
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "On the fridge",
                "notebook": notebook,
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "To remember.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "delete_file": ToolCall(name="vault_delete_file", arguments={"path": file}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
