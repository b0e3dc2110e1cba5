from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Herd check.md")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="4680")


def wrong_without_tag_file(_guest: Guest) -> Solution:
    yield from work(without="tag_file")


def wrong_tag_file_with_another_tag(_guest: Guest) -> Solution:
    yield from work(changed={"tag_file": {"text": "#later"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-1"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Hay fever study", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Hay fever study budget", "limit": 1})
    page = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    price = other.get("price") or result_value(seen, "body", r"\| price\ list \| (\d+)")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Work/id")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=hay-fever-study/id")
    calls: dict[str, Action] = {
        "tag_file": ToolCall(
            name="vault_append",
            arguments={"path": file, "text": "More: #again" if in_other_words else "#again"},
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "Open questions",
                "notebook": notebook,
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
