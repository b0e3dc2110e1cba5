from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-157")


def wrong_other_day_1(_guest: Guest) -> Solution:
    yield from work(day="2026-06-19")


def wrong_other_day_2(_guest: Guest) -> Solution:
    yield from work(day="2025-10-28")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Viggo Finch")


def wrong_without_new_tick(_guest: Guest) -> Solution:
    yield from work(without="new_tick")


def wrong_new_tick_without_a_tick(_guest: Guest) -> Solution:
    yield from work(changed={"new_tick": {"value": "false"}})


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-1"}})


def wrong_without_draft_to(_guest: Guest) -> Solution:
    yield from work(without="draft_to")


def wrong_draft_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="draft_to")


def wrong_draft_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"draft_to": {"to": ["v.finch@lettera.test"]}})


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
    seen = yield ToolCall(name="notes_search", arguments={"words": "Exchange visit open points", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Exchange visit"})
    page_2 = result_value(seen, "title=Exchange visit/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    day = other.get("day") or result_value(seen, "properties/name=Due/value")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Exchange visit"})
    page_3 = result_value(seen, "title=Exchange visit/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_3})
    person = other.get("person") or result_value(seen, "properties/name=Lead/value")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=exchange-visit/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "new_tick": ToolCall(
            name="notes_set_property",
            arguments={"page": page, "name": "Sorted out", "value": "true", "kind": "checkbox"},
        ),
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
        "draft_to": ToolCall(
            name="mail_save_draft",
            arguments={
                "to": [address],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"I looked it up: {day}." if in_other_words else f"It is this: {day}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
