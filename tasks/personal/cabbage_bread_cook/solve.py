from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Tobias Kirkeby")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Recipes/Lentil Pie.md")


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


def wrong_ask_to_call_about_something_else(_guest: Guest) -> Solution:
    yield from work(changed={"ask_to_call": {"text": "Hello! How are you?"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Family"]}})


def wrong_without_tag_file(_guest: Guest) -> Solution:
    yield from work(without="tag_file")


def wrong_tag_file_with_another_tag(_guest: Guest) -> Solution:
    yield from work(changed={"tag_file": {"text": "#later"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Recipes cabbage bread", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    person = other.get("person") or result_value(seen, "text", r"(?:From|After) \[\[(.+?)\]\]")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Recipes cabbage bread", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    calls: dict[str, Action] = {
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": "Is Sunday fine, in the afternoon?"
                if in_other_words
                else "Does Sunday afternoon suit you?",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Summer party"]}
        ),
        "tag_file": ToolCall(
            name="vault_append",
            arguments={"path": file, "text": "More: #lookup" if in_other_words else "#lookup"},
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
