from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-167")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Ostrel bread knife")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="16.95")


def wrong_without_rename_page(_guest: Guest) -> Solution:
    yield from work(without="rename_page")


def wrong_rename_page_to_another_title(_guest: Guest) -> Solution:
    yield from work(changed={"rename_page": {"title": "Other"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-2"}})


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Present Wanda Hemsworth", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Present Wanda Hemsworth", "limit": 1})
    page_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    name_2 = other.get("name_2") or result_value(seen, "body", r"(?:Idea|Plan): (.+?), \d")
    seen = yield ToolCall(name="corner_shop_search_products", arguments={"text": name_2, "limit": 1})
    price = other.get("price") or result_value(seen, "0/price")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Household/id")
    calls: dict[str, Action] = {
        "rename_page": ToolCall(name="notes_rename_page", arguments={"page": page, "title": "Old notes"}),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Notes/To keep.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "This month",
                "notebook": notebook,
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
