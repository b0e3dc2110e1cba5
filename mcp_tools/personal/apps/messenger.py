"""Messenger: conversations of two people and groups. Tools name people by their account ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import Choice, Day, Flag, Many, Moment, Ref, Text
from mcp_tools.personal.people import Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

MESSENGER = App("messenger", "Messenger", "Chats of the user: conversations with people and groups")
ConversationId = Annotated[str, Ref(record_type="messenger.conversation", description="A conversation's id.")]
MessageId = Annotated[str, Ref(record_type="messenger.message", description="A message's id.")]
Account = Annotated[str, Text(longest=40, description="An account id, as find_account has it.")]
Accounts = Annotated[
    Sequence[str],
    Many(item=Text(longest=40, shortest=1), most=50, description="Account ids, as find_account has them."),
]
GroupName = Annotated[str, Text(longest=80, shortest=1)]
Body = Annotated[str, Text(longest=4000, shortest=1, lines=True)]
EMOJIS = ("👍", "❤️", "😂", "🎉", "😮", "😢", "🙏", "👀")
_PHONE = re.compile(r"\+?[\d ()/.-]{4,}")


@MESSENGER.record("conversation", "conversations", prefix="chat")
@dataclass(frozen=True, kw_only=True)
class Conversation(Record):
    """A group, or, if its name is empty, a conversation of two."""

    members: Annotated[Sequence[str], Many(item=Ref(record_type="people.person"), least=1)]
    name: Annotated[str, Text(longest=80)] = ""


@MESSENGER.record("message", "messages", prefix="msg", parent="conversation", volatile=("at",))
@dataclass(frozen=True, kw_only=True)
class Message(Record):
    """A message. `reply_to` is in the same conversation."""

    conversation: ConversationId
    sender: PersonId
    text: Body
    at: Annotated[str, Moment()]
    reply_to: Annotated[str, Ref(record_type="messenger.message", optional=True)] = ""
    is_edited: Annotated[bool, Flag()] = False


@MESSENGER.record("reaction", "reactions", prefix="reaction", parent="message")
@dataclass(frozen=True, kw_only=True)
class Reaction(Record):
    """What a person feels about a message; one of each person."""

    message: MessageId
    person: PersonId
    emoji: Annotated[str, Choice(options=EMOJIS)]


@MESSENGER.action("read")
def list_conversations(world: World, limit: Limit = 20) -> list[Row]:
    """List the conversations of the user with their members, that of the newest message first."""
    last_at = {item.id: "" for item in world.find(Conversation)}
    for message in world.find(Message):
        last_at[message.conversation] = max(last_at[message.conversation], message.at)
    newest_first = sorted(world.find(Conversation), key=lambda item: last_at[item.id], reverse=True)
    return [_conversation_row(world, item) | {"last_at": last_at[item.id]} for item in newest_first[:limit]]


@MESSENGER.action("read")
def read(
    world: World,
    conversation: ConversationId,
    before: Annotated[
        str, Ref(record_type="messenger.message", optional=True, description="Those before this message.")
    ] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Show the last messages of a conversation, the oldest first."""
    matches = world.find(Message, conversation=world.get(Conversation, conversation).id)
    matches.sort(key=lambda message: message.at)
    if before:
        ids = [message.id for message in matches]
        if before not in ids:
            raise Refused(f"before: there is no message {shorten(before)} in {conversation}")
        matches = matches[: ids.index(before)]
    return [_message_row(world, message) for message in matches[-limit:]]


@MESSENGER.action("read")
def search(
    world: World,
    words: Words = "",
    sender: Account = "",
    since: Annotated[str, Day(optional=True, description="From this day on.")] = "",
    until: Annotated[str, Day(optional=True, description="Up to this day.")] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find messages that have all words, in all conversations, the newest first."""
    by = _person(world, sender).id if sender else ""
    matches = [
        message
        for message in world.find(Message)
        if contains(message.text, words)
        and (not by or message.sender == by)
        and (not since or message.at[:10] >= since)
        and (not until or message.at[:10] <= until)
    ]
    matches.sort(key=lambda message: message.at, reverse=True)
    return [_message_row(world, message) for message in matches[:limit]]


@MESSENGER.action("read")
def find_account(
    world: World,
    query: Annotated[
        str,
        Text(longest=120, shortest=1, description="A name or a part of one, or a whole phone number."),
    ],
) -> list[Row]:
    """Find account ids: by name among the people in the user's conversations, by phone number among everybody."""
    others = [person for person in world.find(Person) if person.account and person.id != world.person]
    if number := _digits_of_phone(query):
        matches = [person for person in others if _digits_of_phone(person.phone) == number]
    else:
        known = {member for conversation in world.find(Conversation) for member in conversation.members}
        matches = [
            person for person in others if person.id in known and query.casefold() in person.name.casefold()
        ]
    matches.sort(key=lambda person: (person.name.casefold() != query.casefold(), person.name, person.account))
    for person in matches:
        world.show(person)
    return [_named(world, person.id) for person in matches]


@MESSENGER.action("create")
def send(
    world: World,
    text: Body,
    conversation: Annotated[
        str, Ref(record_type="messenger.conversation", optional=True, description="A conversation's id.")
    ] = "",
    account: Account = "",
    reply_to: Annotated[
        str,
        Ref(record_type="messenger.message", optional=True, description="The message that is answered."),
    ] = "",
) -> Row:
    """Send a message: into a conversation, or to an account, which begins a conversation of two if there is none."""
    if bool(conversation) == bool(account):
        raise Refused("give either conversation or account")
    into = world.get(Conversation, conversation) if conversation else _conversation_with(world, account)
    if reply_to and world.get(Message, reply_to).conversation != into.id:
        raise Refused(f"reply_to: message {shorten(reply_to)} is not in {into.id}")
    made = world.create(
        Message,
        conversation=into.id,
        sender=world.person,
        text=text,
        at=world.moment(),
        reply_to=reply_to,
    )
    return _message_row(world, made)


@MESSENGER.action("modify")
def edit(world: World, message: MessageId, text: Body) -> Row:
    """Change the text of a message that the user has sent."""
    return _message_row(world, world.update(_sent(world, message), text=text, is_edited=True))


@MESSENGER.action("delete")
def delete(world: World, message: MessageId) -> Row:
    """Delete a message that the user has sent, for all members. Answers to it stay."""
    gone = _sent(world, message)
    row = _message_row(world, gone)
    for reaction in world.find(Reaction, message=gone.id):
        world.delete(reaction)
    for answer in world.find(Message, reply_to=gone.id):
        world.update(answer, reply_to="")
    world.delete(gone)
    return row


@MESSENGER.action("modify")
def react(
    world: World,
    message: MessageId,
    emoji: Annotated[str, Choice(options=("", *EMOJIS), description="Empty: the reaction is taken back.")],
) -> Row:
    """React to a message. It replaces an earlier reaction of the user to that message."""
    reacted = world.get(Message, message)
    before = next(iter(world.find(Reaction, message=reacted.id, person=world.person)), None)
    if before and emoji:
        world.update(before, emoji=emoji)
    elif before:
        world.delete(before)
    elif emoji:
        world.create(Reaction, message=reacted.id, person=world.person, emoji=emoji)
    else:
        raise Refused(f"the user has no reaction to {message} to take back; give an emoji")
    return _message_row(world, reacted)


@MESSENGER.action("create")
def create_group(world: World, name: GroupName, accounts: Accounts) -> Row:
    """Make a group of the user and others."""
    others = [_person(world, account).id for account in accounts]
    if set(others) <= {world.person}:
        raise Refused("accounts has nobody but the user; name at least one other account")
    return _conversation_row(world, _create_conversation(world, others, name))


@MESSENGER.action("modify")
def set_members(world: World, conversation: ConversationId, add: Accounts = (), remove: Accounts = ()) -> Row:
    """Add people to a group or remove them. Who is removed sees it no more; the user can leave so, too."""
    group = world.get(Conversation, conversation)
    if not group.name:
        raise Refused(f"{conversation} is a conversation of two; create_group makes a group")
    if not add and not remove:
        raise Refused("add and remove are empty; name at least one account")
    added = [_person(world, account).id for account in add]
    removed = [_person(world, account).id for account in remove]
    for account, person in zip(remove, removed, strict=True):
        if person not in group.members:
            raise Refused(f"{account} is not in {conversation}")
    members = [item for item in dict.fromkeys((*group.members, *added)) if item not in removed]
    if not members:
        raise Refused(f"nobody would be left in {conversation}; a group keeps at least one member")
    return _conversation_row(world, world.update(group, members=members))


def _conversation_row(world: World, conversation: Conversation) -> Row:
    """A conversation for a result; one of two has the other's name."""
    others = [world.get(Person, member).name for member in conversation.members if member != world.person]
    return world.show(conversation) | {
        "name": conversation.name or ", ".join(others),
        "is_group": bool(conversation.name),
        "members": [_named(world, member) for member in conversation.members],
    }


def _message_row(world: World, message: Message) -> Row:
    return world.show(message, "conversation", "text", "at", "reply_to", "is_edited") | {
        "sender": _named(world, message.sender),
        "reactions": [
            {"emoji": reaction.emoji} | _named(world, reaction.person)
            for reaction in world.find(Reaction, message=message.id)
        ],
    }


def _named(world: World, person: str) -> Row:
    named = world.get(Person, person)
    return {"account": named.account, "name": named.name}


def _person(world: World, account: str) -> Person:
    matches = world.find(Person, account=account)
    if not matches:
        if _digits_of_phone(account):
            raise Refused(
                f"{shorten(account)} is a phone number, not an account id; find_account finds the id by it"
            )
        raise Refused(
            f"there is no account {shorten(account)}; find_account finds ids by name or phone number"
        )
    return matches[0]


def _digits_of_phone(text: str) -> str:
    """The digits of a phone number; "" for any other text."""
    return "".join(mark for mark in text if mark.isdigit()) if _PHONE.fullmatch(text) else ""


def _conversation_with(world: World, account: str) -> Conversation:
    other = _person(world, account)
    if other.id == world.person:
        raise Refused(f"{account} is your own account")
    for conversation in world.find(Conversation, name=""):
        if set(conversation.members) == {world.person, other.id}:
            return conversation
    return _create_conversation(world, [other.id], "")


def _create_conversation(world: World, others: Sequence[str], name: str) -> Conversation:
    if not world.get(Person, world.person).account:
        raise Refused("the user has no account in Messenger")
    return world.create(Conversation, members=list(dict.fromkeys((world.person, *others))), name=name)


def _sent(world: World, key: str) -> Message:
    message = world.get(Message, key)
    if message.sender != world.person:
        sender = world.get(Person, message.sender).name
        raise Refused(f"{key} is {sender}'s message; only who sent a message can change or delete it")
    return message
