"""Team: channels, public and private, with posts in threads. Tools name people by their member ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Records, Row
from mcp_tools.personal.fields import Day, Flag, Many, Moment, Ref, Text
from mcp_tools.personal.people import Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

TEAM = App("team", "Team", "The team's channels: posts, threads, who is who")
ChannelId = Annotated[str, Ref(record_type="team.channel", description="A channel's id.")]
PostId = Annotated[str, Ref(record_type="team.post", description="A post's id.")]
MemberId = Annotated[str, Text(longest=40, description="A member id, as find_member has it.")]
MemberIds = Annotated[
    Sequence[str],
    Many(item=Text(longest=40, shortest=1), most=50, description="Member ids, as find_member has them."),
]
ChannelName = Annotated[str, Text(longest=80, shortest=1)]
Purpose = Annotated[str, Text(longest=250)]
Body = Annotated[
    str, Text(longest=4000, shortest=1, lines=True, description="In it, <@M7> mentions the member M7.")
]
People = Annotated[Sequence[str], Many(item=Ref(record_type="people.person"))]
_MENTION = re.compile(r"<@([^<>\s]{1,40})>")


def _is_in_team(records: Records, person: str) -> bool:
    return bool(records("people.person")[person]["member"])


def _sees_channel(records: Records, channel: Mapping[str, Any], person: str) -> bool:
    return person in channel["members"] or (not channel["is_private"] and _is_in_team(records, person))


def _sees_status(records: Records, _status: Mapping[str, Any], person: str) -> bool:
    return _is_in_team(records, person)


@TEAM.record("channel", "channels", prefix="channel", seen_by=_sees_channel)
@dataclass(frozen=True, kw_only=True)
class Channel(Record):
    """A channel. A private one is seen by its members alone, a public one by the whole team."""

    name: ChannelName
    members: People = ()
    is_private: Annotated[bool, Flag()] = False
    purpose: Purpose = ""


@TEAM.record("post", "posts", prefix="post", parent="channel", volatile=("at",))
@dataclass(frozen=True, kw_only=True)
class Post(Record):
    """A post. `thread` is the first post of its thread, in the same channel; that one's is empty."""

    channel: ChannelId
    author: PersonId
    text: Body
    at: Annotated[str, Moment()]
    thread: Annotated[str, Ref(record_type="team.post", optional=True)] = ""
    mentions: People = ()
    is_pinned: Annotated[bool, Flag()] = False
    is_edited: Annotated[bool, Flag()] = False


@TEAM.record("status", "statuses", prefix="status", seen_by=_sees_status)
@dataclass(frozen=True, kw_only=True)
class Status(Record):
    """What a person lets the team know of themselves; at most one of each."""

    person: PersonId
    text: Annotated[str, Text(longest=100, shortest=1)]
    until: Annotated[str, Moment(optional=True)] = ""


@TEAM.action("read")
def list_channels(
    world: World,
    all_public: Annotated[
        bool, Flag(description="All public channels, also those that the user is not in.")
    ] = False,
) -> list[Row]:
    """List the channels that the user is in, or all public ones, by name."""
    matches = [
        channel
        for channel in _channels(world)
        if (not channel.is_private if all_public else world.person in channel.members)
    ]
    return [
        world.show(channel, "name", "purpose", "is_private")
        | {"is_member": world.person in channel.members, "member_count": len(channel.members)}
        for channel in sorted(matches, key=lambda channel: (channel.name.casefold(), channel.id))
    ]


@TEAM.action("read")
def read_channel(
    world: World,
    channel: ChannelId,
    before: Annotated[
        str, Ref(record_type="team.post", optional=True, description="Those before this post.")
    ] = "",
    only_pinned: Annotated[bool, Flag()] = False,
    limit: Limit = 20,
) -> Row:
    """Show a channel's members and its last posts, the oldest first. read_thread shows the replies to a post."""
    shown = _channel(world, channel)
    posts = sorted(world.find(Post, channel=shown.id), key=lambda post: post.at)
    if before:
        ids = [post.id for post in posts]
        if before not in ids:
            raise Refused(f"before: there is no post {shorten(before)} in {channel}")
        posts = posts[: ids.index(before)]
    listed = [post for post in posts if (post.is_pinned if only_pinned else not post.thread)]
    return world.show(shown, "name", "purpose", "is_private") | {
        "members": [_named(world, member) for member in shown.members],
        "posts": [_post_row(world, post) for post in listed[-limit:]],
    }


@TEAM.action("read")
def read_thread(world: World, post: PostId) -> list[Row]:
    """Show the thread that a post is in: its first post and all replies, the oldest first."""
    shown = _post(world, post)
    first = shown.thread or shown.id
    replies = sorted(world.find(Post, channel=shown.channel, thread=first), key=lambda reply: reply.at)
    return [_post_row(world, item) for item in (_post(world, first), *replies)]


@TEAM.action("read")
def search(
    world: World,
    words: Words = "",
    channel: Annotated[str, Ref(record_type="team.channel", optional=True)] = "",
    author: MemberId = "",
    mentioning: MemberId = "",
    since: Annotated[str, Day(optional=True, description="From this day on.")] = "",
    until: Annotated[str, Day(optional=True, description="Up to this day.")] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find posts that have all words, in the user's and all public channels or in one, the newest first."""
    within = {_channel(world, channel).id} if channel else {item.id for item in _channels(world)}
    by = _person(world, author).id if author else ""
    mentioned = _person(world, mentioning).id if mentioning else ""
    matches = [
        post
        for post in world.find(Post)
        if post.channel in within
        and contains(post.text, words)
        and (not by or post.author == by)
        and (not mentioned or mentioned in post.mentions)
        and (not since or post.at[:10] >= since)
        and (not until or post.at[:10] <= until)
    ]
    matches.sort(key=lambda post: post.at, reverse=True)
    return [_post_row(world, post) for post in matches[:limit]]


@TEAM.action("read")
def find_member(
    world: World,
    name: Annotated[str, Text(longest=120, shortest=1, description="A name or a part of one.")],
    limit: Limit = 20,
) -> list[Row]:
    """Find people of the team by name: their member ids and what their status is. The user is one of them."""
    _own(world)
    matches = [
        person for person in world.find(Person) if person.member and name.casefold() in person.name.casefold()
    ]
    matches.sort(key=lambda person: (person.name.casefold() != name.casefold(), person.name, person.member))
    for person in matches[:limit]:
        world.show(person)
    return [_named(world, person.id) | _status_of(world, person) for person in matches[:limit]]


@TEAM.action("create")
def post(world: World, channel: ChannelId, text: Body) -> Row:
    """Write a post in a channel that the user is in."""
    return _write(world, _joined(world, channel), text, "")


@TEAM.action("create")
def reply(world: World, post: PostId, text: Body) -> Row:
    """Answer a post, or another reply, in its thread."""
    answered = _post(world, post)
    return _write(world, _joined(world, answered.channel), text, answered.thread or answered.id)


@TEAM.action("modify")
def edit_post(world: World, post: PostId, text: Body) -> Row:
    """Change the text of a post or reply that the user has written."""
    old = _post(world, post)
    _joined(world, old.channel)
    if old.author != world.person:
        raise Refused(
            f"{post} is {world.get(Person, old.author).name}'s; only who wrote a post can change it"
        )
    mentions = _mentions(world, text)
    return _post_row(world, world.update(old, text=text, mentions=mentions, is_edited=True))


@TEAM.action("modify")
def pin(
    world: World,
    post: PostId,
    pinned: Annotated[bool, Flag(description="False: the pin is taken off.")] = True,
) -> Row:
    """Pin a post in its channel, for everybody, or take the pin off."""
    old = _post(world, post)
    _joined(world, old.channel)
    return _post_row(world, world.update(old, is_pinned=pinned))


@TEAM.action("create")
def create_channel(
    world: World,
    name: ChannelName,
    is_private: Annotated[bool, Flag(description="Seen by its members alone.")] = False,
    purpose: Purpose = "",
    members: MemberIds = (),
) -> Row:
    """Make a channel of the user and others."""
    own = _own(world)
    for channel in _channels(world):
        if channel.name.casefold() == name.casefold():
            raise Refused(f"there is a channel {shorten(channel.name)} already: {channel.id}")
    people = dict.fromkeys((own.id, *(_person(world, member).id for member in members)))
    made = world.create(Channel, name=name, purpose=purpose, is_private=is_private, members=list(people))
    return _channel_row(world, made)


@TEAM.action("modify")
def invite(world: World, channel: ChannelId, members: MemberIds) -> Row:
    """Add people to a channel that the user is in. The user joins a public channel with their own member id alone."""
    people = [_person(world, member).id for member in members]
    if not people:
        raise Refused("members is empty; name at least one member id")
    wanted = _channel(world, channel) if people == [world.person] else _joined(world, channel)
    together = list(dict.fromkeys((*wanted.members, *people)))
    return _channel_row(world, world.update(wanted, members=together))


@TEAM.action("modify")
def set_status(
    world: World,
    text: Annotated[str, Text(longest=100, description="Empty: no status.")],
    until: Annotated[str, Moment(optional=True)] = "",
) -> Row:
    """Set what the team sees as the user's status, until it is changed or till a moment."""
    own = _own(world)
    if until and not text:
        raise Refused("until is given without a text")
    if until and datetime.fromisoformat(until) <= world.now:
        raise Refused(f"until is {until}, which is not after now, {world.moment()}")
    before = next(iter(world.find(Status, person=own.id)), None)
    if before and text:
        world.update(before, text=text, until=until)
    elif before:
        world.delete(before)
    elif text:
        world.create(Status, person=own.id, text=text, until=until)
    return _named(world, own.id) | _status_of(world, own)


def _channels(world: World) -> list[Channel]:
    """The channels that the user can read. Raises Refused for somebody outside the team."""
    _own(world)
    return world.find(Channel)


def _channel(world: World, key: str) -> Channel:
    for channel in _channels(world):
        if channel.id == key:
            return channel
    raise Refused(f"there is no channel {shorten(key)}; list_channels has the ids")


def _joined(world: World, key: str) -> Channel:
    channel = _channel(world, key)
    if world.person not in channel.members:
        own = _own(world).member
        raise Refused(
            f"the user is not in {key}; a public channel is joined with invite and the own id, {own}"
        )
    return channel


def _post(world: World, key: str) -> Post:
    _own(world)
    return world.get(Post, key)


def _write(world: World, channel: Channel, text: str, thread: str) -> Row:
    made = world.create(
        Post,
        channel=channel.id,
        author=world.person,
        text=text,
        at=world.moment(),
        thread=thread,
        mentions=_mentions(world, text),
    )
    return _post_row(world, made)


def _mentions(world: World, text: str) -> list[str]:
    """The people whom a text mentions. Raises Refused for a member who is not there."""
    return [_person(world, member).id for member in dict.fromkeys(_MENTION.findall(text))]


def _post_row(world: World, post: Post) -> Row:
    row = world.show(post, "channel", "text", "at", "thread", "is_pinned", "is_edited") | {
        "author": _named(world, post.author),
        "mentions": [_named(world, person) for person in post.mentions],
    }
    return row if post.thread else row | {"replies": len(world.find(Post, thread=post.id))}


def _channel_row(world: World, channel: Channel) -> Row:
    return world.show(channel, "name", "purpose", "is_private") | {
        "members": [_named(world, member) for member in channel.members]
    }


def _named(world: World, person: str) -> Row:
    named = world.get(Person, person)
    return {"member": named.member, "name": named.name}


def _status_of(world: World, person: Person) -> Row:
    for status in world.find(Status, person=person.id):
        if not status.until or datetime.fromisoformat(status.until) > world.now:
            return {"status": status.text, "until": status.until}
    return {"status": "", "until": ""}


def _person(world: World, member: str) -> Person:
    matches = world.find(Person, member=member)
    if not matches:
        raise Refused(f"there is no member {shorten(member)}; find_member finds ids by name")
    return matches[0]


def _own(world: World) -> Person:
    person = world.get(Person, world.person)
    if not person.member:
        raise Refused("the user is not a member of the team")
    return person
