from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Anton Kestrel")


def wrong_other_day(_guest: Guest) -> Solution:
    yield from work(day="2026-05-25")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-526")


def wrong_without_mention_in_channel(_guest: Guest) -> Solution:
    yield from work(without="mention_in_channel")


def wrong_mention_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="mention_in_channel")


def wrong_mention_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"mention_in_channel": {"text": "It is 2026-05-18."}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_answer_invitation(_guest: Guest) -> Solution:
    yield from work(without="answer_invitation")


def wrong_answer_invitation_undecided(_guest: Guest) -> Solution:
    yield from work(changed={"answer_invitation": {"answer": "tentative"}})


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
    seen = yield ToolCall(name="team_search", arguments={"words": "where the window schedule", "limit": 1})
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "weekly meeting", "limit": 2})
    event = result_value(seen, "1/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    day = other.get("day") or result_value(seen, "starts", r"^(.{10})")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "weekly meeting", "limit": 2})
    event_2 = other.get("event_2") or result_value(seen, "1/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "mention_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {day}. <@{member}>"
                if in_other_words
                else f"<@{member}> It is this: {day}",
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Lunch orders", "accounts": [account]}
        ),
        "answer_invitation": ToolCall(
            name="calendar_respond", arguments={"event": event_2, "answer": "declined"}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
