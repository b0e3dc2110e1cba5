from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="325")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-2")


def wrong_without_tell_in_messenger(_guest: Guest) -> Solution:
    yield from work(without="tell_in_messenger")


def wrong_tell_in_messenger_twice(_guest: Guest) -> Solution:
    yield from work(twice="tell_in_messenger")


def wrong_without_line_on_page(_guest: Guest) -> Solution:
    yield from work(without="line_on_page")


def wrong_line_on_page_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"line_on_page": {"text": "Nothing to do"}})


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
    person = other.get("person", "Rosa Quist")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Team budget 2026", "limit": 1})
    page = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    price = other.get("price") or result_value(seen, "body", r"\| lambing\ log \| (\d+)")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Team budget 2026", "limit": 1})
    page_2 = other.get("page_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "tell_in_messenger": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "line_on_page": ToolCall(
            name="notes_append",
            arguments={
                "page": page_2,
                "text": "- Check with the office." if in_other_words else "Check with the office",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
