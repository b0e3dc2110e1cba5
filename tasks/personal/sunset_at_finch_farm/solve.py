from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-538")


def wrong_other_time(_guest: Guest) -> Solution:
    yield from work(time="19:54")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Willem Oakshott")


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-2"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


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
    seen = yield ToolCall(name="calendar_search", arguments={"words": "visit Finch Farm", "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    day = result_value(seen, "starts", r"^(.{10})")
    seen = yield ToolCall(name="forecast_office_get_sun_times", arguments={"town": "Greyharbour", "day": day})
    time = other.get("time") or result_value(seen, "sunset")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "visit Finch Farm", "limit": 1})
    event_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event_2})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Work/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {time}." if in_other_words else f"It is this: {time}",
            },
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "Open questions",
                "notebook": notebook,
                "body": f"I looked it up: {time}." if in_other_words else f"It is this: {time}",
            },
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Handover notes", "accounts": [account]}
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
