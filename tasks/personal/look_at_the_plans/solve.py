from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-518")


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="the canteen annex")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Imke Pilkvist")


def wrong_without_remind_of_event(_guest: Guest) -> Solution:
    yield from work(without="remind_of_event")


def wrong_remind_of_event_too_late(_guest: Guest) -> Solution:
    yield from work(changed={"remind_of_event": {"minutes": 10}})


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-2"}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_meet_person(_guest: Guest) -> Solution:
    yield from work(without="meet_person")


def wrong_meet_person_twice(_guest: Guest) -> Solution:
    yield from work(twice="meet_person")


def wrong_meet_person_without_guests(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"guests": []}})


def wrong_meet_person_in_another_calendar(_guest: Guest) -> Solution:
    yield from work(changed={"meet_person": {"calendar": "calendar-2"}})


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
        name="calendar_search", arguments={"words": "visit Hollin Housing Trust", "limit": 1}
    )
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(
        name="calendar_search", arguments={"words": "visit Hollin Housing Trust", "limit": 1}
    )
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    place = other.get("place") or result_value(seen, "place")
    seen = yield ToolCall(
        name="calendar_search", arguments={"words": "visit Hollin Housing Trust", "limit": 1}
    )
    event_3 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_3})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address_2 = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    calendar = result_value(seen, "name=Leni/id")
    calls: dict[str, Action] = {
        "remind_of_event": ToolCall(name="calendar_set_reminder", arguments={"event": event, "minutes": 120}),
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {place}." if in_other_words else f"It is this: {place}",
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Site visit", "accounts": [account]}
        ),
        "meet_person": ToolCall(
            name="calendar_create_event",
            arguments={
                "calendar": calendar,
                "title": "Look at the plans",
                "starts": "2026-05-15T14:00",
                "ends": "2026-05-15T15:00",
                "guests": [address_2],
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
