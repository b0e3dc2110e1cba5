from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-71")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Benno Ravensby")


def wrong_without_follow_author(_guest: Guest) -> Solution:
    yield from work(without="follow_author")


def wrong_without_praise_post(_guest: Guest) -> Solution:
    yield from work(without="praise_post")


def wrong_praise_post_twice(_guest: Guest) -> Solution:
    yield from work(twice="praise_post")


def wrong_praise_post_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"praise_post": {"text": "Oh no!"}})


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["ingmar.knoll@inkwell.test"]}})


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
    seen = yield ToolCall(name="feed_home", arguments={"limit": 4})
    post = other.get("post") or result_value(seen, "3/id")
    seen = yield ToolCall(name="feed_search", arguments={"words": "Pemberwick rain gauge", "limit": 1})
    handle = result_value(seen, "0/author")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    person = other.get("person") or result_value(seen, "name")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
    handle_2 = result_value(seen, "author")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "follow_author": ToolCall(name="feed_follow", arguments={"handle": handle_2, "undo": True}),
        "praise_post": ToolCall(
            name="feed_comment",
            arguments={"post": post, "text": "Good to see this." if in_other_words else "Good to see this!"},
        ),
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "Your number",
                "body": "Hello,\nwhat is the best telephone number for you?\nBye"
                if in_other_words
                else "Which telephone number is the best one?",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
