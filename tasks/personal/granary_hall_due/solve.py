from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_day_1(_guest: Guest) -> Solution:
    yield from work(day="2026-05-31")


def wrong_other_day_2(_guest: Guest) -> Solution:
    yield from work(day="2025-11-25")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-158")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Boathouse roof.md")


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-1"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_rename_page(_guest: Guest) -> Solution:
    yield from work(without="rename_page")


def wrong_rename_page_to_another_title(_guest: Guest) -> Solution:
    yield from work(changed={"rename_page": {"title": "Looked through"}})


def wrong_without_link_to_file(_guest: Guest) -> Solution:
    yield from work(without="link_to_file")


def wrong_link_to_file_without_the_link(_guest: Guest) -> Solution:
    yield from work(changed={"link_to_file": {"text": "Granary hall"}})


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Granary hall"})
    page = result_value(seen, "title=Granary hall/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Granary hall open points", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Granary hall", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=it-help/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Work/id")
    calls: dict[str, Action] = {
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "Open questions",
                "notebook": notebook,
                "body": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
        "rename_page": ToolCall(
            name="notes_rename_page", arguments={"page": page_2, "title": "To look through"}
        ),
        "link_to_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "This week.md",
                "text": f"Look at [[{file}]] this week." if in_other_words else f"[[{file}]]",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
