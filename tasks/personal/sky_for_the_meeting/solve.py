from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Selma Copperwhite")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-537")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="sunny")


def wrong_without_mention_in_channel(_guest: Guest) -> Solution:
    yield from work(without="mention_in_channel")


def wrong_mention_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="mention_in_channel")


def wrong_mention_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"mention_in_channel": {"text": "It is cloudy."}})


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
    seen = yield ToolCall(name="team_search", arguments={"words": "where the anaesthesia log", "limit": 1})
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "dental chart", "limit": 1})
    event = other.get("event") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    day = result_value(seen, "starts", r"^(.{10})")
    seen = yield ToolCall(name="forecast_office_get_forecast", arguments={"town": "Farrowgate", "day": day})
    name_2 = other.get("name_2") or result_value(seen, "sky")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    calls: dict[str, Action] = {
        "mention_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {name_2}. <@{member}>"
                if in_other_words
                else f"<@{member}> It is this: {name_2}",
            },
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
