from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-89")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Renske Bruun")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Iris Anscombe")


def wrong_without_hide_post(_guest: Guest) -> Solution:
    yield from work(without="hide_post")


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_react_to_newest(_guest: Guest) -> Solution:
    yield from work(without="react_to_newest")


def wrong_react_to_newest_with_another_sign(_guest: Guest) -> Solution:
    yield from work(changed={"react_to_newest": {"emoji": "😢"}})


def wrong_without_ask_to_call(_guest: Guest) -> Solution:
    yield from work(without="ask_to_call")


def wrong_ask_to_call_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_to_call")


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
    seen = yield ToolCall(name="feed_search", arguments={"words": "Town Library", "limit": 1})
    post = other.get("post") or result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "Town Library", "limit": 1})
    post_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post_2})
    handle = result_value(seen, "comments/0/author")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    person = other.get("person") or result_value(seen, "name")
    seen = yield ToolCall(name="feed_list_notifications", arguments={"limit": 20})
    handle_2 = result_value(seen, "kind=comment/by")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle_2, "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "name")
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
    seen = yield ToolCall(name="messenger_search", arguments={"sender": account_2, "limit": 1})
    message = result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_3 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_3})
    phone_3 = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone_3})
    account_3 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "hide_post": ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"}),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Summer plans", "accounts": [account]}
        ),
        "react_to_newest": ToolCall(name="messenger_react", arguments={"message": message, "emoji": "👍"}),
        "ask_to_call": ToolCall(
            name="messenger_send",
            arguments={
                "account": account_3,
                "text": "Please give me a call tonight, will you?"
                if in_other_words
                else "Could you call me tonight?",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
