from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_thread(_guest: Guest) -> Solution:
    yield from work(thread="thread-26")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Home repairs")


def wrong_without_thank_in_thread(_guest: Guest) -> Solution:
    yield from work(without="thank_in_thread")


def wrong_thank_in_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="thank_in_thread")


def wrong_thank_in_thread_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"thank_in_thread": {"text": "Hello!"}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="forum_search", arguments={"words": "Leek in the shade", "limit": 20})
    thread = other.get("thread") or result_value(seen, "kind=thread/id")
    seen = yield ToolCall(name="forum_search", arguments={"words": "Leek in the shade", "limit": 20})
    name_2 = other.get("name_2") or result_value(seen, "kind=thread/board")
    calls: dict[str, Action] = {
        "thank_in_thread": ToolCall(
            name="forum_comment",
            arguments={
                "thread": thread,
                "text": "Hello! I will try that." if in_other_words else "I will try that!",
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
