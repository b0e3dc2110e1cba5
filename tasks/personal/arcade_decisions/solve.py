from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Boathouse roof.md")


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-158")


def wrong_without_link_to_file(_guest: Guest) -> Solution:
    yield from work(without="link_to_file")


def wrong_link_to_file_without_the_link(_guest: Guest) -> Solution:
    yield from work(changed={"link_to_file": {"text": "Market arcade"}})


def wrong_without_list_under(_guest: Guest) -> Solution:
    yield from work(without="list_under")


def wrong_list_under_twice(_guest: Guest) -> Solution:
    yield from work(twice="list_under")


def wrong_list_under_with_another_title(_guest: Guest) -> Solution:
    yield from work(changed={"list_under": {"title": "Other"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Market arcade", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Market arcade open points", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "link_to_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Start here.md",
                "text": f"Look at [[{file}]] soon." if in_other_words else f"[[{file}]]",
            },
        ),
        "list_under": ToolCall(name="notes_create_page", arguments={"title": "Decisions", "under": page}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
