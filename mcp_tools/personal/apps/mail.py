"""Mail: each person has folders of messages; what is sent arrives in the mailboxes of those who have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import LONGEST_TEXT, Choice, Day, Flag, Many, Moment, Ref, Text
from mcp_tools.personal.people import Address, Addresses, Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

MAIL = App("mail", "Mail", "The mailbox of the user: messages in folders")
INBOX, SENT, DRAFTS, ARCHIVE, TRASH = STANDARD = ("Inbox", "Sent", "Drafts", "Archive", "Trash")
FolderId = Annotated[str, Ref(record_type="mail.folder")]
MessageId = Annotated[str, Ref(record_type="mail.message", description="A message's id.")]
FolderName = Annotated[str, Text(longest=60, description="A folder's name, as list_folders has it.")]
Subject = Annotated[str, Text(longest=200)]
Body = Annotated[str, Text(longest=LONGEST_TEXT, lines=True)]
SUMMARY = ("at", "sender", "subject", "is_read")
WHOLE = ("at", "sender", "to", "copies", "subject", "body", "attachments", "is_read", "is_starred", "thread")


@MAIL.record("folder", "folders", prefix="folder")
@dataclass(frozen=True, kw_only=True)
class Folder(Record):
    """A folder of a person's mailbox."""

    owner: PersonId
    name: Annotated[str, Text(longest=60, shortest=1)]


@MAIL.record("message", "messages", prefix="mail", parent="folder", volatile=("at", "is_read"))
@dataclass(frozen=True, kw_only=True)
class Message(Record):
    """A person's copy of a message. `thread` is the same in all copies of all messages of a conversation."""

    folder: FolderId
    sender: Address
    to: Addresses
    copies: Addresses = ()
    subject: Subject
    body: Body
    at: Annotated[str, Moment()]
    thread: Annotated[str, Text(longest=60)]
    attachments: Annotated[Sequence[str], Many(item=Text(longest=120))] = ()
    is_read: Annotated[bool, Flag()] = False
    is_starred: Annotated[bool, Flag()] = False


@MAIL.action("read")
def list_folders(world: World) -> list[Row]:
    """List the folders of the mailbox with the numbers of their messages and unread messages."""
    rows = []
    for folder in world.find(Folder):
        messages = world.find(Message, folder=folder.id)
        unread = sum(not message.is_read for message in messages)
        rows.append({"name": folder.name, "messages": len(messages), "unread": unread})
    return rows


@MAIL.action("read")
def search(
    world: World,
    words: Words = "",
    folder: FolderName = "",
    sender: Annotated[str, Text(longest=120, description="Part of the sender's address.")] = "",
    since: Annotated[str, Day(optional=True, description="From this day on.")] = "",
    until: Annotated[str, Day(optional=True, description="Up to this day.")] = "",
    only_unread: Annotated[bool, Flag()] = False,
    limit: Limit = 20,
) -> list[Row]:
    """Find messages that have all words in subject or text, the newest first. Without a folder, in all of them."""
    within = {_folder(world, folder).id} if folder else {item.id for item in world.find(Folder)}
    matches = [
        message
        for message in world.find(Message)
        if message.folder in within
        and contains(f"{message.subject}\n{message.body}", words)
        and sender.casefold() in message.sender.casefold()
        and (not since or message.at[:10] >= since)
        and (not until or message.at[:10] <= until)
        and not (only_unread and message.is_read)
    ]
    matches.sort(key=lambda message: message.at, reverse=True)
    return [world.show(message, *SUMMARY) for message in matches[:limit]]


@MAIL.action("read")
def read_message(world: World, message: MessageId) -> Row:
    """Show a message with its text, and mark it as read."""
    opened = world.update(world.get(Message, message), is_read=True)
    return world.show(opened, *WHOLE) | {"folder": world.get(Folder, opened.folder).name}


@MAIL.action("read")
def read_thread(world: World, message: MessageId) -> list[Row]:
    """Show all messages of a conversation, the oldest first, drafts and deleted ones included."""
    thread = world.get(Message, message).thread
    messages = sorted(world.find(Message, thread=thread), key=lambda item: item.at)
    return [world.show(item, "at", "sender", "to", "subject", "body") for item in messages]


@MAIL.action("create")
def send(
    world: World, to: Addresses, subject: Subject, body: Body, copies: Addresses = (), draft: str = ""
) -> Row:
    """Send a message. `draft` is the id of a draft that it replaces."""
    if draft:
        world.delete(_draft(world, draft))
    return _deliver(world, to, copies, subject, body)


@MAIL.action("create")
def reply(world: World, message: MessageId, body: Body, to_all: Annotated[bool, Flag()] = False) -> Row:
    """Answer a message: its sender, or with `to_all` also everybody who got it."""
    answered = world.get(Message, message)
    own = _own_address(world)
    others = [
        address for address in (*answered.to, *answered.copies) if address not in (own, answered.sender)
    ]
    to = answered.to if answered.sender == own else (answered.sender,)
    subject = answered.subject if answered.subject.startswith("Re: ") else f"Re: {answered.subject}"
    return _deliver(world, to, others if to_all else (), subject, body, answered.thread)


@MAIL.action("create")
def forward(world: World, message: MessageId, to: Addresses, body: Body = "") -> Row:
    """Pass a message on with its attachments; `body` is written above its text."""
    original = world.get(Message, message)
    quoted = f"From: {original.sender}\nSubject: {original.subject}\n\n{original.body}"
    text = f"{body}\n\n{quoted}" if body else quoted
    subject = f"Fwd: {original.subject}"
    return _deliver(world, to, (), subject, text, attachments=original.attachments)


@MAIL.action("create")
def save_draft(world: World, to: Addresses, subject: Subject, body: Body, draft: str = "") -> Row:
    """Save a message that is not sent yet. `draft` is the id of a draft that it replaces."""
    values = {"to": to, "subject": subject, "body": body, "at": world.moment()}
    if draft:
        return world.show(world.update(_draft(world, draft), **values), *SUMMARY)
    made = world.create(
        Message,
        folder=_folder(world, DRAFTS).id,
        sender=_own_address(world),
        thread=f"{world.person} {world.moment()}",
        is_read=True,
        **values,
    )
    return world.show(made, *SUMMARY)


@MAIL.action("modify")
def move(world: World, message: MessageId, folder: FolderName) -> Row:
    """Move a message into a folder."""
    moved = world.update(world.get(Message, message), folder=_folder(world, folder).id)
    return world.show(moved, *SUMMARY) | {"folder": folder}


@MAIL.action("modify")
def set_flags(
    world: World,
    message: MessageId,
    read: Annotated[str, Choice(options=("", "yes", "no"), description="Empty: as it is.")] = "",
    starred: Annotated[str, Choice(options=("", "yes", "no"), description="Empty: as it is.")] = "",
) -> Row:
    """Mark a message as read or unread, with or without a star."""
    flags = {"is_read": read, "is_starred": starred}
    values = {name: value == "yes" for name, value in flags.items() if value}
    return world.show(world.update(world.get(Message, message), **values), *SUMMARY, "is_starred")


@MAIL.action("delete")
def delete(world: World, message: MessageId) -> Row:
    """Move a message into the trash; one that is there already is deleted for good."""
    gone = world.get(Message, message)
    row = world.show(gone, *SUMMARY)
    trash = _folder(world, TRASH)
    if gone.folder == trash.id:
        world.delete(gone)
        return row | {"folder": ""}
    world.update(gone, folder=trash.id)
    return row | {"folder": TRASH}


def _deliver(
    world: World,
    to: Sequence[str],
    copies: Sequence[str],
    subject: str,
    body: str,
    thread: str = "",
    attachments: Sequence[str] = (),
) -> Row:
    """Put a message into the sender's folder and into the inboxes of those who have one."""
    if not to:
        raise Refused("to is empty: name at least one address")
    sender = _own_address(world)
    if sender in (*to, *copies):
        raise Refused(f"{sender} is your own address")
    values = {
        "sender": sender,
        "to": list(to),
        "copies": list(copies),
        "subject": subject,
        "body": body,
        "at": world.moment(),
        "thread": thread or f"{world.person} {world.moment()}",
        "attachments": list(attachments),
    }
    for address in (*to, *copies):
        receiver = next(iter(world.find(Person, address=address)), None)
        inboxes = world.find_of_all(Folder, name=INBOX, owner=receiver.id) if receiver else []
        for inbox in inboxes:
            world.create(Message, folder=inbox.id, **values)
    sent = world.create(Message, folder=_folder(world, SENT).id, is_read=True, **values)
    return world.show(sent, "at", "to", "copies", "subject")


def _folder(world: World, name: str) -> Folder:
    folders = {folder.name.casefold(): folder for folder in world.find(Folder)}
    try:
        return folders[name.casefold()]
    except KeyError:
        known = ", ".join(folder.name for folder in folders.values())
        raise Refused(f"there is no folder {name!r}; there are: {known}") from None


def _draft(world: World, key: str) -> Message:
    draft = world.get(Message, key)
    if draft.folder != _folder(world, DRAFTS).id:
        raise Refused(f"{key} is no draft")
    return draft


def _own_address(world: World) -> str:
    return world.get(Person, world.person).address
