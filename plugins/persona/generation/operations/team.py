"""The team: posts in channels, the own status, members of channels."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    FIND_MEMBER,
    VALUES,
    changed,
    created,
    is_colleague,
    person_of,
    said,
    told,
    words,
)
from plugins.persona.generation.operations.literals import CHANNELS, IN_CHANNELS, STATUSES, pick, pick_free
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

OPEN = "general"
"""The channel of the whole team."""


@operation(fact=VALUES)
def post_in_channel(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Post a value in a channel."""
    text, other = said("fact", fact)
    channels = _channels(lived)
    for name in channels:
        if name != OPEN and name.replace("-", " ") not in fact.wanted.casefold():
            continue
        yield Operation(
            unit="post_in_channel",
            kind="create",
            asked=f"Post in the team's channel {name} {{fact}}.",
            takes={"fact": fact},
            lookups=(find_channel(name),),
            effect=Call("team_post", {"channel": "{channel}", "text": text}),
            also={"text": other},
            wrong={
                "in_another_channel": {
                    "channel": next(key for key in channels.values() if key != channels[name])
                }
            },
            claim=f"the channel {name} has it",
            check=created("team.post", {"channel": channels[name], "author": lived.me}, {"text": told(fact)}),
        )


@operation(person=("person",), fact=VALUES)
def mention_in_channel(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Tell a colleague a value in a channel."""
    key = person_of(lived, person, is_colleague)
    channels = _channels(lived)
    if not key or OPEN not in channels:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="mention_in_channel",
        kind="create",
        asked="In the team's channel general, tell {person} {fact}, with a mention.",
        takes={"person": person, "fact": fact},
        lookups=(FIND_MEMBER, find_channel(OPEN)),
        effect=Call("team_post", {"channel": "{channel}", "text": "<@{member}> " + text}),
        also={"text": other + " <@{member}>"},
        wrong={"without_a_mention": {"text": f"It is {fact.value}."}},
        claim=f"{lived.first(key)} is told it in the channel general",
        check=created(
            "team.post",
            {"channel": channels[OPEN], "author": lived.me, "thread": ""},
            {"mentions": [key], "text": told(fact)},
        ),
    )


@operation(person=("person",))
def ask_in_channel(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Ask a colleague something in a channel."""
    key = person_of(lived, person, is_colleague)
    name, wish = pick(lived, person, IN_CHANNELS)
    channels = _channels(lived)
    if not key or name not in channels:
        return
    yield Operation(
        unit="ask_in_channel",
        kind="create",
        asked=f"Ask {{person}} in the team's channel {name}, with a mention, {wish.asked}.",
        takes={"person": person},
        lookups=(FIND_MEMBER, find_channel(name)),
        effect=Call("team_post", {"channel": "{channel}", "text": f"<@{{member}}> {wish.text}"}),
        also={"text": f"{wish.other} <@{{member}}>"},
        wrong={"without_a_mention": {"text": wish.text}},
        claim=f"{lived.first(key)} is asked in the channel {name}",
        check=created(
            "team.post",
            {"channel": channels[name], "author": lived.me},
            {"mentions": [key], "text": words(*wish.words)},
        ),
    )


@operation(person=("person",), fact=VALUES)
def reply_to_colleague(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Answer what a colleague posted last in a channel with a value."""
    key = person_of(lived, person, is_colleague, _has_posted)
    channel = _channels(lived).get(OPEN)
    if not key or not channel:
        return
    newest = _newest(lived, key)
    text, other = said("fact", fact)
    yield Operation(
        unit="reply_to_colleague",
        kind="create",
        asked="Reply to the newest post of {person} in the team's channel general and say {fact}.",
        takes={"person": person, "fact": fact},
        lookups=(FIND_MEMBER, find_channel(OPEN), _FIND_NEWEST),
        effect=Call("team_reply", {"post": "{post}", "text": text}),
        also={"text": other},
        claim=f"the newest post of {lived.first(key)} has a reply",
        check=created(
            "team.post", {"channel": channel, "author": lived.me, "thread": newest}, {"text": told(fact)}
        ),
        record=f"team.post {newest}",
    )


@operation(person=("person",))
def pin_of_colleague(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Pin what a colleague posted last in a channel."""
    key = person_of(lived, person, is_colleague, _has_posted)
    if not key or lived.record("team.post", _newest(lived, key))["is_pinned"]:
        return
    newest = _newest(lived, key)
    yield Operation(
        unit="pin_of_colleague",
        kind="modify",
        asked="Pin the newest post of {person} in the team's channel general.",
        takes={"person": person},
        lookups=(FIND_MEMBER, find_channel(OPEN), _FIND_NEWEST),
        effect=Call("team_pin", {"post": "{post}"}),
        claim=f"the newest post of {lived.first(key)} is pinned",
        check=changed("team.post", newest, {"is_pinned": True}),
        record=f"team.post {newest}",
    )


@operation(fact=("day", "moment"))
def status_until(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Set the own status up to a day or a moment."""
    if min(fact.value, *fact.others, fact.value) <= lived.now or not lived.view.people[lived.me]["member"]:
        return
    old = [key for key, data in lived.view.records["team.status"].items() if data["person"] == lived.me]
    until = "{fact}" if fact.type == "moment" else "{fact}T17:00"
    status = pick(lived, fact, STATUSES)
    test = {"text": words(status), "until": words(fact.value)}
    check = (
        changed("team.status", old[0], test) if old else created("team.status", {"person": lived.me}, test)
    )
    yield Operation(
        unit="status_until",
        kind="modify",
        asked=f'Set my status in the team to "{status}" until {{fact}}'
        + (", at any hour." if fact.type == "day" else "."),
        takes={"fact": fact},
        effect=Call("team_set_status", {"text": status, "until": until}),
        also={} if fact.type == "moment" else {"until": "{fact}T23:59"},
        wrong={"without_an_end": {"until": ""}, "in_other_words": {"text": "Away"}},
        claim="the status says until when",
        check=check,
    )


@operation(person=("person",))
def invite_to_channel(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Add a colleague to a channel in which they are not."""
    key = person_of(lived, person, is_colleague)
    if not key:
        return
    channels = _channels(lived)
    apart = [
        name for name, item in channels.items() if key not in lived.record("team.channel", item)["members"]
    ]
    for name in apart[-2:]:
        channel = channels[name]
        members = lived.record("team.channel", channel)["members"]
        yield Operation(
            unit="invite_to_channel",
            kind="modify",
            asked=f"Add {{person}} to the team's channel {name}.",
            takes={"person": person},
            lookups=(FIND_MEMBER, find_channel(name)),
            effect=Call("team_invite", {"channel": "{channel}", "members": ["{member}"]}),
            claim=f"{lived.first(key)} is in the channel {name}",
            check=changed("team.channel", channel, {"members": [*members, key]}),
            record=f"team.channel {channel}",
        )


@operation(person=("person",))
def channel_with(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Make a private channel with a colleague."""
    key = person_of(lived, person, is_colleague)
    names = {item["name"] for item in lived.view.records["team.channel"].values()}
    name = pick_free(lived, person, CHANNELS, names)
    if not key or not name:
        return
    yield Operation(
        unit="channel_with",
        kind="create",
        asked=f"Make a private channel {name} for {{person}} and me in the team.",
        takes={"person": person},
        lookups=(FIND_MEMBER,),
        effect=Call("team_create_channel", {"name": name, "is_private": True, "members": ["{member}"]}),
        wrong={"for_all": {"is_private": False}},
        claim=f"there is a channel with {lived.first(key)}",
        check=created("team.channel", {"name": name}, {"members": [lived.me, key], "is_private": True}),
    )


def find_channel(name: str) -> Call:
    """Return the call that finds a channel's id."""
    return Call("team_list_channels", {}, (Read("channel", f"name={name}/id"),))


_FIND_NEWEST = Call(
    "team_search", {"channel": "{channel}", "author": "{member}", "limit": 1}, (Read("post", "0/id"),)
)


def _channels(lived: Lived) -> dict[str, str]:
    """The ids of the channels that the main person is in, by name."""
    return {
        data["name"]: key
        for key, data in lived.view.records["team.channel"].items()
        if lived.me in data["members"]
    }


def _posted(lived: Lived, person: str) -> list[tuple[str, str]]:
    channel = _channels(lived).get(OPEN)
    found = [
        (data["at"], key)
        for key, data in lived.view.records["team.post"].items()
        if data["author"] == person and data["channel"] == channel
    ]
    return sorted(found, key=lambda item: item[0], reverse=True)


def _newest(lived: Lived, person: str) -> str:
    return _posted(lived, person)[0][1]


def _has_posted(lived: Lived, person: str) -> bool:
    """Whether the newest post of theirs is one, and no reply."""
    posted = _posted(lived, person)
    is_one = bool(posted) and (len(posted) == 1 or posted[0][0] != posted[1][0])
    return is_one and not lived.record("team.post", posted[0][1])["thread"]
