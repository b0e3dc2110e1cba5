from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Books/The Quiet Map.md")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="615")


def wrong_without_delete_file(_guest: Guest) -> Solution:
    yield from work(without="delete_file")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", in_other_words: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="vault_search", arguments={"words": "Books A Ferryman's Orchard", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Books A Ferryman's Orchard", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    code = other.get("code") or result_value(seen, "text", r"(?:Page|See page) (\d+):")
    calls: dict[str, Action] = {
        "delete_file": ToolCall(name="vault_delete_file", arguments={"path": file}),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {code}." if in_other_words else f"It is this: {code}"
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
