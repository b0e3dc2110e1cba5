from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Kaspar Millstone")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Celia Norrby")


def wrong_other_card(_guest: Guest) -> Solution:
    yield from work(card="card-64")


def wrong_without_invite_to_channel(_guest: Guest) -> Solution:
    yield from work(without="invite_to_channel")


def wrong_without_ask_in_channel(_guest: Guest) -> Solution:
    yield from work(without="ask_in_channel")


def wrong_ask_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_in_channel")


def wrong_ask_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"ask_in_channel": {"text": "Who comes along today at noon?"}})


def wrong_without_delete_card(_guest: Guest) -> Solution:
    yield from work(without="delete_card")


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
    seen = yield ToolCall(name="team_search", arguments={"words": "can Winterson Brewery", "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="team_read_thread", arguments={"post": post})
    person = other.get("person") or result_value(seen, "1/author/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "visit Winterson Brewery", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "0/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card = other.get("card") or result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=old-mint/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel_2 = result_value(seen, "name=lunch/id")
    calls: dict[str, Action] = {
        "invite_to_channel": ToolCall(
            name="team_invite", arguments={"channel": channel, "members": [member]}
        ),
        "ask_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel_2,
                "text": f"Come along today at noon, <@{member_2}>?"
                if in_other_words
                else f"<@{member_2}> Do you come along at noon on Tuesday 12 May?",
            },
        ),
        "delete_card": ToolCall(name="contacts_delete", arguments={"card": card}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
