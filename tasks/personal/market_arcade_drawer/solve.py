from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_day_1(_guest: Guest) -> Solution:
    yield from work(day="2026-05-31")


def wrong_other_day_2(_guest: Guest) -> Solution:
    yield from work(day="2025-09-02")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/Library annex.md")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_move_file(_guest: Guest) -> Solution:
    yield from work(without="move_file")


def wrong_move_file_under_another_name(_guest: Guest) -> Solution:
    yield from work(changed={"move_file": {"new_path": "Drawer/Other.md"}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "Market arcade"})
    page = result_value(seen, "title=Market arcade/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Market arcade", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Loose ends.md",
                "text": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
        "move_file": ToolCall(
            name="vault_move_file", arguments={"path": file, "new_path": f"Drawer/{file[9:]}"}
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {day}." if in_other_words else f"It is this: {day}"
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
