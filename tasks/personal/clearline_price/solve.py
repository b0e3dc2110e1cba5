from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="34.90")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-169")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_list_under(_guest: Guest) -> Solution:
    yield from work(without="list_under")


def wrong_list_under_twice(_guest: Guest) -> Solution:
    yield from work(twice="list_under")


def wrong_list_under_with_another_title(_guest: Guest) -> Solution:
    yield from work(changed={"list_under": {"title": "Other"}})


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Contract Clearline internet", "limit": 1})
    page = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    price = other.get("price") or result_value(seen, "body", r"(?:Costs|Price): (\d+\.\d\d) euros a month")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Contract Clearline internet", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Loose ends.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "list_under": ToolCall(name="notes_create_page", arguments={"title": "Ideas", "under": page_2}),
        "answer": Terminate(
            status="success",
            answer=f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
