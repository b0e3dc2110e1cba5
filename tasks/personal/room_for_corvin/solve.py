from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Romy Sturrock")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-550")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Romy Sturrock")


def wrong_without_invite_to_channel(_guest: Guest) -> Solution:
    yield from work(without="invite_to_channel")


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_ask_in_channel(_guest: Guest) -> Solution:
    yield from work(without="ask_in_channel")


def wrong_ask_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_in_channel")


def wrong_ask_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"ask_in_channel": {"text": "Who comes along today at noon?"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Work"]}})


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
    seen = yield ToolCall(name="team_search", arguments={"words": "can Corvin School Board", "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="team_read_thread", arguments={"post": post})
    person = other.get("person") or result_value(seen, "1/author/name")
    seen = yield ToolCall(
        name="calendar_search", arguments={"words": "visit Corvin School Board", "limit": 1}
    )
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="team_search", arguments={"words": "where the colour chart", "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=granary-hall/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member_3 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel_2 = result_value(seen, "name=lunch/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card = result_value(seen, f"name={person_2}/id")
    calls: dict[str, Action] = {
        "invite_to_channel": ToolCall(
            name="team_invite", arguments={"channel": channel, "members": [member]}
        ),
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "sounding-board", "is_private": True, "members": [member_2]},
        ),
        "remind_of_event": ToolCall(name="calendar_set_reminder", arguments={"event": event, "minutes": 60}),
        "ask_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel_2,
                "text": f"Come along today at noon, <@{member_3}>?"
                if in_other_words
                else f"<@{member_3}> Do you come along at noon on Tuesday 12 May?",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Summer party"]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
