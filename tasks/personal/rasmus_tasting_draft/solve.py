from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Dario Bekker")


def wrong_other_moment(_guest: Guest) -> Solution:
    yield from work(moment="2026-05-28T19:00")


def wrong_without_draft_to(_guest: Guest) -> Solution:
    yield from work(without="draft_to")


def wrong_draft_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="draft_to")


def wrong_draft_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"draft_to": {"to": ["gideon.elmhurst@lettera.test"]}})


def wrong_without_react_to_newest(_guest: Guest) -> Solution:
    yield from work(without="react_to_newest")


def wrong_react_to_newest_with_another_sign(_guest: Guest) -> Solution:
    yield from work(changed={"react_to_newest": {"emoji": "😢"}})


def wrong_without_answer_hour(_guest: Guest) -> Solution:
    yield from work(without="answer_hour")


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "tasting", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "organiser")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Rasmus tasting", "limit": 1})
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    moment = other.get("moment") or result_value(seen, "starts")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address_2 = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="messenger_search", arguments={"sender": account, "limit": 1})
    message = result_value(seen, "0/id")
    calls: dict[str, Action] = {
        "draft_to": ToolCall(
            name="mail_save_draft",
            arguments={
                "to": [address_2],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"At {moment[11:]} on {moment[:10]}."
                if in_other_words
                else f"It is on {moment[:10]} at {moment[11:]}.",
            },
        ),
        "react_to_newest": ToolCall(name="messenger_react", arguments={"message": message, "emoji": "👍"}),
        "answer_hour": Terminate(
            status="success",
            answer=f"On {moment[:10]} at {moment[11:]}." if in_other_words else f"That is at {moment[11:]}.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
