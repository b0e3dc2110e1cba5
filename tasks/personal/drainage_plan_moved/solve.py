from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Romy Balthus")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Copperwhite Brewery")


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-2"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Work"]}})


def wrong_without_channel_with(_guest: Guest) -> Solution:
    yield from work(without="channel_with")


def wrong_channel_with_for_all(_guest: Guest) -> Solution:
    yield from work(changed={"channel_with": {"is_private": False}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


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
    seen = yield ToolCall(
        name="team_search", arguments={"words": "Drainage plan with the north wing", "limit": 1}
    )
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    name_2 = other.get("name_2") or result_value(seen, "organisation")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    calls: dict[str, Action] = {
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Site contacts"]}
        ),
        "channel_with": ToolCall(
            name="team_create_channel",
            arguments={"name": "open-points", "is_private": True, "members": [member]},
        ),
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
