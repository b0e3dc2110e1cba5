from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="69")


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-73")


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_hide_post(_guest: Guest) -> Solution:
    yield from work(without="hide_post")


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
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": "Kerstin Sandqvist"})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(
        name="messenger_search", arguments={"words": "euros", "sender": account, "limit": 1}
    )
    price = other.get("price") or result_value(
        seen, "0/text", r"(?:I owe you|My half is|You paid) (\d+) euros"
    )
    seen = yield ToolCall(name="feed_search", arguments={"words": "Juniper Table", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "To remember",
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
        "hide_post": ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
