from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Brita Knoll")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Brita Knoll")


def wrong_other_event_2(_guest: Guest) -> Solution:
    yield from work(event_2="event-518")


def wrong_without_pin_of_colleague(_guest: Guest) -> Solution:
    yield from work(without="pin_of_colleague")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Work"]}})


def wrong_without_ask_in_channel(_guest: Guest) -> Solution:
    yield from work(without="ask_in_channel")


def wrong_ask_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_in_channel")


def wrong_ask_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"ask_in_channel": {"text": "Do you come along at noon?"}})


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
    seen = yield ToolCall(
        name="team_search", arguments={"words": "Section drawing and the north wing", "limit": 1}
    )
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "brick sample", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "organiser")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "brick sample", "limit": 1})
    event_2 = other.get("event_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    seen = yield ToolCall(name="team_search", arguments={"channel": channel, "author": member, "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel_2 = result_value(seen, "name=lunch/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_2 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "pin_of_colleague": ToolCall(name="team_pin", arguments={"post": post}),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Call back"]}
        ),
        "ask_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel_2,
                "text": f"Come along at noon? <@{member_2}>"
                if in_other_words
                else f"<@{member_2}> Do you come along at noon?",
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Handover notes", "accounts": [account]}
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
