from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Vesna Oldcastle")


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *, without: str = "", twice: str = "", backwards: bool = False, in_other_words: bool = False, **other: str
) -> Solution:
    seen = yield ToolCall(name="messenger_search", arguments={"words": "account Vesna", "limit": 1})
    person = other.get("person") or result_value(seen, "0/text", r"(?:It is me|This is), (.+?);")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone_2 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_2})
    account_2 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Summer plans", "accounts": [account]}
        ),
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account_2,
                "text": "Please give me a call tonight, will you?"
                if in_other_words
                else "Could you call me tonight?",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
