from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Edda Mosby")


def wrong_other_name_2(_guest: Guest) -> Solution:
    yield from work(name_2="Dunholt Animal Clinic")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Projects/New X-ray.md")


def wrong_without_post_in_channel(_guest: Guest) -> Solution:
    yield from work(without="post_in_channel")


def wrong_post_in_channel_twice(_guest: Guest) -> Solution:
    yield from work(twice="post_in_channel")


def wrong_post_in_channel_in_another_channel(_guest: Guest) -> Solution:
    yield from work(changed={"post_in_channel": {"channel": "channel-2"}})


def wrong_without_link_to_file(_guest: Guest) -> Solution:
    yield from work(without="link_to_file")


def wrong_link_to_file_without_the_link(_guest: Guest) -> Solution:
    yield from work(changed={"link_to_file": {"text": "Hay fever study"}})


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
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Hay fever study", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    person = other.get("person") or result_value(seen, "text", r"Client: \[\[(.+?)\]\]")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    name_2 = other.get("name_2") or result_value(seen, "organisation")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Projects Hay fever study", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=general/id")
    calls: dict[str, Action] = {
        "post_in_channel": ToolCall(
            name="team_post",
            arguments={
                "channel": channel,
                "text": f"I looked it up: {name_2}." if in_other_words else f"It is this: {name_2}",
            },
        ),
        "link_to_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Start here.md",
                "text": f"Look at [[{file}]] soon." if in_other_words else f"[[{file}]]",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
