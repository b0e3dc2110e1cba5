from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Ivo Rowntree")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Romy Sturrock")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Clients"]}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_invite_to_channel(_guest: Guest) -> Solution:
    yield from work(without="invite_to_channel")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(
        name="calendar_search", arguments={"words": "visit Corvin School Board", "limit": 1}
    )
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="team_search", arguments={"words": "can Corvin School Board", "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="team_read_thread", arguments={"post": post})
    person_2 = other.get("person_2") or result_value(seen, "1/author/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=granary-hall/id")
    calls: dict[str, Action] = {
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Visitors in June"]}
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Lunch orders", "accounts": [account]}
        ),
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "june-planning", "is_private": True, "members": [member]},
        ),
        "invite_to_channel": ToolCall(
            name="team_invite", arguments={"channel": channel, "members": [member_2]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
