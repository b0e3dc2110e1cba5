"""Thunderbird's mail folders, files in the mbox format, as trees of messages.

The index beside a folder (.msf) is not read. Thunderbird writes stars and other marks into the message's header
X-Mozilla-Status at once. Tags it writes there only if the message has a header X-Mozilla-Keys with room for them, as
all have that Thunderbird received, moved or saved; without it they are in the index until the folder is compacted.
"""

from __future__ import annotations

import hashlib
import re
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser

from checkers.differences.text_tree import encodable
from checkers.differences.tree import Attributes, Span, TreeNode, Value
from checkers.evidence import Unusable
from checkers.mail import EXPUNGED, MAX_MESSAGES
from checkers.mail_texts import MAX_PARTS, STARRED

MARKS = {
    0x1: "read",
    0x2: "answered",
    STARRED: "starred",
    0x100: "watched",
    0x1000: "forwarded",
    0x4_0000: "ignored",
    0x100_0000: "template",
}
"""Bits of a message's status: the lower 16 of X-Mozilla-Status, the upper of X-Mozilla-Status2. The others tell what
the message itself shows, or how Thunderbird lists and fetches it."""
PRIORITY_SHIFT, PRIORITY_BITS = 13, 0x7
HEADERS = ("Subject", "From", "To", "Cc", "Bcc", "Reply-To", "Date", "In-Reply-To")
MAX_HEADER = 16 * 2**10
"""Characters of a header that is decoded; a longer one stays as it is."""
_SEPARATOR = re.compile(rb"^From .*\r?\n", re.MULTILINE)
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{1,8}")
_SPACE = re.compile(r"\s+")


def read_mailbox_tree(data: bytes, name: str) -> TreeNode:
    """Read a folder: its messages by their Message-ID, without expunged ones; their order is left out.

    A message has its headers, its marks and tags, a "body" for each text in it and its attachments.

    Raises Unusable.
    """
    parts = _SEPARATOR.split(data)[1:]
    if len(parts) > MAX_MESSAGES:
        raise Unusable(f"{name} holds at most {MAX_MESSAGES} messages", len(parts))
    try:
        messages = [message for part in parts if (message := _message(part)) is not None]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable(f"the messages of {name} can be read", repr(error)[:200]) from error
    return TreeNode("mailbox", children=tuple(sorted(messages, key=lambda node: node.name)))


def _message(data: bytes) -> TreeNode | None:
    """Return a message as a node; None if it is expunged."""
    message = BytesParser().parsebytes(data)
    parts = list(message.walk())
    if len(parts) > MAX_PARTS:
        raise Unusable(f"a message has at most {MAX_PARTS} parts", len(parts))
    if _status(message) & EXPUNGED:
        return None
    headers = {name.casefold(): _header(message, name) or None for name in HEADERS}
    return TreeNode(
        "message",
        _header(message, "Message-ID").strip("<>"),
        {**headers, **_marks(message)},
        children=tuple(_part(part) for part in parts if not part.is_multipart()),
    )


def _marks(message: Message) -> Attributes:
    status = _status(message)
    marks: dict[str, Value] = {name: True for bit, name in MARKS.items() if status & bit}
    marks["priority"] = status >> PRIORITY_SHIFT & PRIORITY_BITS or None
    marks["tags"] = " ".join(sorted(_header(message, "X-Mozilla-Keys").split())) or None
    return marks


def _status(message: Message) -> int:
    lower, upper = (_header(message, name) for name in ("X-Mozilla-Status", "X-Mozilla-Status2"))
    return (_number(lower) & 0xFFFF) | (_number(upper) & 0xFFFF_0000)


def _number(text: str) -> int:
    return int(text, 16) if _HEXADECIMAL.fullmatch(text) else 0


def _header(message: Message, name: str) -> str:
    """Return a header's text with single spaces; "" if it is missing."""
    values = (str(value) for key, value in message.raw_items() if key.casefold() == name.casefold())
    raw = next(values, "").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    text = _without_encoding(raw) if "=?" in raw and len(raw) <= MAX_HEADER else raw
    return encodable(_SPACE.sub(" ", text).strip())


def _without_encoding(text: str) -> str:
    try:
        return str(make_header(decode_header(text)))
    except (HeaderParseError, LookupError, ValueError):
        return text  # it only looks encoded: Thunderbird shows it as it is


def _part(part: Message) -> TreeNode:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    kind = encodable(part.get_content_type())
    file_name = part.get_filename()
    if file_name is None and part.get_content_disposition() != "attachment" and kind.startswith("text/"):
        text = _decoded(content, part.get_content_charset("utf-8"))
        return TreeNode("body", kind, spans=(Span(text),) if text else ())
    return TreeNode(
        "attachment",
        encodable(_SPACE.sub(" ", str(file_name or "unnamed"))),
        {"type": kind, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()},
    )


def _decoded(content: bytes, charset: str) -> str:
    """Return a text with LF as line ends and none at its end; of the blank lines there, folders have any number."""
    try:
        text = content.decode(charset, "backslashreplace")
    except LookupError:
        text = content.decode("utf-8", "backslashreplace")
    return encodable(text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n"))
