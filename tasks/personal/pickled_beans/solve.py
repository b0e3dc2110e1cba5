from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Blue Heron Inn, Brackwater")


def wrong_without_draft_to(_guest: Guest) -> Solution:
    yield from work(without="draft_to")


def wrong_draft_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="draft_to")


def wrong_draft_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"draft_to": {"to": ["s.holloway@jessop-architects.test"]}})


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
    person = other.get("person", "Gideon Elmhurst")
    seen = yield ToolCall(name="feed_search", arguments={"words": "pickled beans", "limit": 1})
    place = other.get("place") or result_value(seen, "0/place")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "draft_to": ToolCall(
            name="mail_save_draft",
            arguments={
                "to": [address],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"I looked it up: {place}." if in_other_words else f"It is this: {place}",
            },
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {place}." if in_other_words else f"It is this: {place}"
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
