from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_thread(_guest: Guest) -> Solution:
    yield from work(thread="thread-26")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="83")


def wrong_without_vote_on_thread(_guest: Guest) -> Solution:
    yield from work(without="vote_on_thread")


def wrong_vote_on_thread_the_other_way(_guest: Guest) -> Solution:
    yield from work(changed={"vote_on_thread": {"value": "down"}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


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
    seen = yield ToolCall(name="forum_search", arguments={"words": "The brake cable rattles", "limit": 20})
    thread = other.get("thread") or result_value(seen, "kind=thread/id")
    seen = yield ToolCall(name="forum_search", arguments={"words": "The brake cable rattles", "limit": 20})
    thread_2 = result_value(seen, "kind=thread/id")
    seen = yield ToolCall(name="forum_read_thread", arguments={"thread": thread_2})
    price = other.get("price") or result_value(seen, "answers", r"\b(\d+) euros")
    calls: dict[str, Action] = {
        "vote_on_thread": ToolCall(name="forum_vote", arguments={"thread": thread, "value": "up"}),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "This month.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 1):
            yield call
