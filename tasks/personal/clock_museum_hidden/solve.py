from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_post(_guest: Guest) -> Solution:
    yield from work(post="post-87")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Rosa Quist")


def wrong_without_hide_post(_guest: Guest) -> Solution:
    yield from work(without="hide_post")


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["rosa.quist@lettera.test"]}})


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
    seen_2 = yield ToolCall(name="feed_search", arguments={"words": "Clock Museum", "limit": 1})
    post = other.get("post") or result_value(seen_2, "0/id")
    post_2 = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="feed_read_post", arguments={"post": post_2})
    handle = result_value(seen, "comments/0/author")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    person = other.get("person") or result_value(seen, "name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "hide_post": ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"}),
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "A date",
                "body": "Hello,\nwhen do you have time for a talk?\nBye"
                if in_other_words
                else "When would be a good time to talk?",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
