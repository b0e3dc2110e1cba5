from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Stable round.md")


def wrong_other_day_1(_guest: Guest) -> Solution:
    yield from work(day="2026-04-10")


def wrong_other_day_2(_guest: Guest) -> Solution:
    yield from work(day="2026-03-10")


def wrong_without_move_file(_guest: Guest) -> Solution:
    yield from work(without="move_file")


def wrong_move_file_under_another_name(_guest: Guest) -> Solution:
    yield from work(changed={"move_file": {"new_path": "Drawer/Other.md"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Kennel vaccination", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Kennel vaccination"})
    page = result_value(seen, "title=Kennel vaccination/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=kennel-vaccination/id")
    calls: dict[str, Action] = {
        "move_file": ToolCall(
            name="vault_move_file", arguments={"path": file, "new_path": f"Drawer/{file[9:]}"}
        ),
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
