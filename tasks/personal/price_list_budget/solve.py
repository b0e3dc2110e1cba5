from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-2")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="1200")


def wrong_without_line_on_page(_guest: Guest) -> Solution:
    yield from work(without="line_on_page")


def wrong_line_on_page_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"line_on_page": {"text": "Nothing to do"}})


def wrong_without_set_property(_guest: Guest) -> Solution:
    yield from work(without="set_property")


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Team budget 2026", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Team budget 2026", "limit": 1})
    page_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    price = other.get("price") or result_value(seen, "body", r"\| price\ list \| (\d+)")
    calls: dict[str, Action] = {
        "line_on_page": ToolCall(
            name="notes_append",
            arguments={
                "page": page,
                "text": "- Ask again in autumn." if in_other_words else "Ask again in autumn",
            },
        ),
        "set_property": ToolCall(
            name="notes_set_property",
            arguments={"page": page, "name": "Total", "value": price, "kind": "number"},
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
