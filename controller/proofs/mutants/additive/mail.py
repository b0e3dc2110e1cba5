"""Edits of mail folders in Thunderbird's form, the file format mbox with flags in headers of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule, shorten

READ, STARRED, EXPUNGED = 0x1, 0x4, 0x8
"""Flags in the header X-Mozilla-Status."""
TAGS = ("$label1", "$label2")
_SEPARATOR = re.compile(rb"^(?=From )", re.MULTILINE)
_STATUS = re.compile(rb"^(X-Mozilla-Status: *)([0-9A-Fa-f]+)", re.MULTILINE)
_KEYS = re.compile(rb"^(X-Mozilla-Keys:)([^\r\n]*)", re.MULTILINE)
_ADDED = """From - Mon Jan 05 10:00:00 2026
X-Mozilla-Status: 0001
X-Mozilla-Status2: 00000000
Date: Mon, 05 Jan 2026 10:00:00 +0000
From: Added <added@example.test>
To: Robin Hale <robin@example.test>
Subject: Added
Message-ID: <added@mail.example.test>
Content-Type: text/plain; charset="utf-8"

Added.

"""


@dataclass
class MailFolder:
    """The messages of a folder, each with its separating line; removed ones stay in the file until it is compacted."""

    messages: list[bytes]

    @classmethod
    def parse(cls, data: bytes) -> MailFolder:
        return cls([part for part in _SEPARATOR.split(data) if part])

    def serialize(self) -> bytes:
        return b"".join(self.messages)

    @property
    def present(self) -> list[tuple[str, int]]:
        """The messages that are not removed, each as its place and its index."""
        return [
            (f"message {number + 1} {shorten(str(_headers(message)['Subject'] or ''))}", number)
            for number, message in enumerate(self.messages)
            if not status(message) & EXPUNGED
        ]


def is_mail_folder(data: bytes, path: str) -> bool:
    """Test whether a file is a mail folder with messages, or one without in a folder of Thunderbird's."""
    return data.startswith(b"From ") or (not data and "/Mail/" in path and "." not in path.rpartition("/")[2])


def status(message: bytes) -> int:
    """Return the flags of a message."""
    match = _STATUS.search(_split(message)[0])
    return int(match[2], 16) if match else 0


def with_status(message: bytes, flags: int) -> bytes:
    """Return a message with other flags."""
    headers, body = _split(message)
    if _STATUS.search(headers):
        return _STATUS.sub(rb"\g<1>%04x" % flags, headers, count=1) + body
    return _insert_header(message, b"X-Mozilla-Status: %04x" % flags)


def _flip(flag: int) -> Rule[MailFolder]:
    def edits(folder: MailFolder) -> Iterator[Edit]:
        for place, index in folder.present:
            message = folder.messages[index]
            yield _replace(folder, place, index, with_status(message, status(message) ^ flag))

    return edits


def _add_tags(folder: MailFolder) -> Iterator[Edit]:
    for place, index in folder.present:
        yield _replace(folder, place, index, _with_tag(folder.messages[index]))


def _change_header(name: str, added: bytes) -> Rule[MailFolder]:
    """Begin a header with other words."""
    header = re.compile(rb"^(%s: *)" % name.encode(), re.MULTILINE | re.IGNORECASE)

    def edits(folder: MailFolder) -> Iterator[Edit]:
        for place, index in folder.present:
            headers, body = _split(folder.messages[index])
            if header.search(headers):
                yield _replace(folder, place, index, header.sub(rb"\g<1>" + added, headers, count=1) + body)

    return edits


def _change_bodies(folder: MailFolder) -> Iterator[Edit]:
    """Begin the text of messages with another line; a text in base64 stays."""
    for place, index in folder.present:
        message = folder.messages[index]
        if (start := _text_start(message)) is not None:
            changed = message[:start] + b"Added line." + _line_end(message) + message[start:]
            yield _replace(folder, place, index, changed)


def _duplicate(folder: MailFolder) -> Iterator[Edit]:
    for place, index in folder.present:
        yield Edit(place, partial(folder.messages.insert, index + 1, folder.messages[index]))


def _remove(folder: MailFolder) -> Iterator[Edit]:
    for place, index in folder.present:
        yield Edit(place, partial(folder.messages.pop, index))


def _add_message(folder: MailFolder) -> Iterator[Edit]:
    yield Edit("the end", partial(folder.messages.append, _ADDED.encode()))


def _replace(folder: MailFolder, place: str, index: int, message: bytes) -> Edit:
    return Edit(place, partial(folder.messages.__setitem__, index, message))


def _with_tag(message: bytes) -> bytes:
    headers, body = _split(message)
    keys = _KEYS.search(headers)
    present = keys[2].decode(errors="replace").split() if keys else []
    added = next((tag for tag in TAGS if tag not in present), "added")
    if keys is None:
        return _insert_header(message, b"X-Mozilla-Keys: " + added.encode())
    listed = " ".join([*present, added]).ljust(80)
    return headers[: keys.start(2)] + b" " + listed.encode() + headers[keys.end(2) :] + body


def _insert_header(message: bytes, header: bytes) -> bytes:
    separator, end, rest = message.partition(_line_end(message))
    return separator + end + header + end + rest


def _headers(message: bytes) -> Message:
    return BytesParser().parsebytes(message.partition(_line_end(message))[2], headersonly=True)


def _text_start(message: bytes) -> int | None:
    """Return where the text of a message begins: its body, or the first part of its body."""
    start = len(_split(message)[0])
    headers = _headers(message)
    if headers.get_content_maintype() == "multipart":
        boundary = b"--" + str(headers.get_boundary("")).encode() + _line_end(message)
        part = message.find(boundary, start)
        if part < 0:
            return None
        own = _split(message[part:])[0]
        start, headers = part + len(own), BytesParser().parsebytes(own[len(boundary) :], headersonly=True)
    encoded = str(headers.get("Content-Transfer-Encoding", "")).lower() == "base64"
    return None if encoded or headers.get_content_maintype() != "text" else start


def _split(message: bytes) -> tuple[bytes, bytes]:
    """Return the headers with the empty line that ends them, and the body."""
    end = _line_end(message) * 2
    headers, found, body = message.partition(end)
    return headers + found, body


def _line_end(message: bytes) -> bytes:
    return b"\r\n" if message.partition(b"\n")[0].endswith(b"\r") else b"\n"


MAIL_FOLDERS = Editor(
    open=MailFolder.parse,
    save=MailFolder.serialize,
    rules={
        "star flipped": _flip(STARRED),
        "read flag flipped": _flip(READ),
        "tag added": _add_tags,
        "subject changed": _change_header("Subject", b"Fwd: "),
        "sender changed": _change_header("From", b"Added "),
        "body changed": _change_bodies,
        "message duplicated": _duplicate,
        "message removed": _remove,
        "message marked as removed": _flip(EXPUNGED),
        "message added": _add_message,
    },
)
