from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Hotel Meridian")


def wrong_without_new_thread(_guest: Guest) -> Solution:
    yield from work(without="new_thread")


def wrong_new_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_thread")


def wrong_new_thread_on_another_board(_guest: Guest) -> Solution:
    yield from work(changed={"new_thread": {"board": "Home repairs"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Trips Corvin", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    name_2 = other.get("name_2") or result_value(seen, "text", r"Hotel: (.+?), ")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "new_thread": ToolCall(
            name="forum_post",
            arguments={
                "board": "Kitchen table",
                "title": "A small hint",
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "Not to forget",
                "notebook": notebook,
                "body": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
