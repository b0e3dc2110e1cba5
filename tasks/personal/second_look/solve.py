from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Iris Iversen")


def wrong_other_time(_guest: Guest) -> Solution:
    yield from work(time="10:00")


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_mention_in_channel(_guest: Guest) -> Solution:
    yield from work(without="mention_in_channel")


def wrong_mention_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="mention_in_channel")


def wrong_mention_in_channel_without_a_mention(_guest: Guest) -> Solution:
    yield from work(changed={"mention_in_channel": {"text": "It is 14:00."}})


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


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
        name="team_search", arguments={"words": "Lambing log with the evening surgery", "limit": 1}
    )
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(
        name="team_search", arguments={"words": "Lambing log with the evening surgery", "limit": 1}
    )
    time = other.get("time") or result_value(seen, "0/text", r"(?:, |at )(\d\d:\d\d)")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member_2 = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    calls: dict[str, Action] = {
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "second-look", "is_private": True, "members": [member]},
        ),
        "mention_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {time}. <@{member_2}>"
                if in_other_words
                else f"<@{member_2}> It is this: {time}",
            },
        ),
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Loose ends.md",
                "text": f"I looked it up: {time}." if in_other_words else f"It is this: {time}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
