from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Selma Copperwhite")


def wrong_other_person_2(_guest: Guest) -> Solution:
    yield from work(person_2="Selma Copperwhite")


def wrong_other_person_3(_guest: Guest) -> Solution:
    yield from work(person_3="Selma Copperwhite")


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Work"]}})


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


def wrong_without_ask_in_channel(_guest: Guest) -> Solution:
    yield from work(without="ask_in_channel")


def wrong_ask_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="ask_in_channel")


def wrong_ask_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"ask_in_channel": {"text": "Could you bring a menu?"}})


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
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "over the rota", "folder": "Inbox", "limit": 1}
    )
    address = result_value(seen, "0/sender")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Hanno away", "limit": 1})
    first = result_value(seen, "0/title", r"\((\w+) stands in\)")
    seen = yield ToolCall(name="contacts_search", arguments={"words": first, "limit": 1})
    person_2 = other.get("person_2") or result_value(seen, "0/name")
    seen = yield ToolCall(name="team_search", arguments={"words": "can Bruun Kennels", "limit": 1})
    post = result_value(seen, "0/id")
    seen = yield ToolCall(name="team_read_thread", arguments={"post": post})
    person_3 = other.get("person_3") or result_value(seen, "1/author/name")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person_2})
    card_2 = result_value(seen, f"name={person_2}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address_2 = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Olaf/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_2})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=lunch/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person_3})
    member_3 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel_2 = result_value(seen, "name=herd-check/id")
    calls: dict[str, Action] = {
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "june-planning", "is_private": True, "members": [member]},
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Visitors in June"]}
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Quick handover",
                "starts": "2026-05-15T10:15",
                "ends": "2026-05-15T10:45",
                "guests": [address_2],
            },
        ),
        "ask_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"A menu would help us. <@{member_2}>"
                if in_other_words
                else f"<@{member_2}> Could you bring a menu?",
            },
        ),
        "invite_to_channel": ToolCall(
            name="team_invite", arguments={"channel": channel_2, "members": [member_3]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
