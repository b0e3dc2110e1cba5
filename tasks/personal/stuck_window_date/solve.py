from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Petra Draycott")


def wrong_other_thread(_guest: Guest) -> Solution:
    yield from work(thread="thread-26")


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["marit.arkwell@hearth.test"]}})


def wrong_without_thank_in_thread(_guest: Guest) -> Solution:
    yield from work(without="thank_in_thread")


def wrong_thank_in_thread_twice(_guest: Guest) -> Solution:
    yield from work(twice="thank_in_thread")


def wrong_thank_in_thread_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"thank_in_thread": {"text": "Hello!"}})


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
    seen_2 = yield ToolCall(
        name="forum_search", arguments={"words": "The stuck window is past saving", "limit": 20}
    )
    handle = result_value(seen_2, "kind=thread/author")
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    person = other.get("person") or result_value(seen, "name")
    thread = other.get("thread") or result_value(seen_2, "kind=thread/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
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
        "thank_in_thread": ToolCall(
            name="forum_comment",
            arguments={
                "thread": thread,
                "text": "Hello! Thanks to all." if in_other_words else "Thanks to all!",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
