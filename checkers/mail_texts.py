"""What messages of a Thunderbird folder say: whom they are to, which message they answer, their text and their tags."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses

from checkers.base import GuestView
from checkers.evidence import Unusable, fetch
from checkers.mail import EXPUNGED, FOLDER_LIMIT, MAX_MESSAGES

STARRED = 0x4
"""The status of a message with a star."""
MAX_PARTS = 50
_SEPARATOR = re.compile(rb"^From .*\r?\n", re.MULTILINE)
_TAGS = re.compile(r"<[^<>]{0,500}>")


@dataclass(frozen=True, slots=True)
class MailText:
    """A message; ids are without angle brackets, addresses in small letters, the text has single spaces."""

    id: str
    answers: str
    to: tuple[str, ...]
    subject: str
    text: str
    attachments: tuple[str, ...]


def mail_texts(guest: GuestView, folder: str) -> list[MailText]:
    """The messages of a folder, by its file, in their order and without expunged ones. Raises Unusable."""
    parts = _SEPARATOR.split(fetch(guest, folder, limit=FOLDER_LIMIT))[1:]
    if len(parts) > MAX_MESSAGES:
        raise Unusable(f"the folder holds at most {MAX_MESSAGES} messages", len(parts))
    try:
        return [_text(message) for message in map(_parsed, parts) if not _status(message) & EXPUNGED]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the messages of the folder can be read", repr(error)[:200]) from error


def _parsed(data: bytes) -> EmailMessage:
    message = BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(data)
    if sum(1 for _ in message.walk()) > MAX_PARTS:
        raise Unusable(f"a message has at most {MAX_PARTS} parts", "it has more")
    return message


def _status(message: EmailMessage) -> int:
    text = str(message.get("X-Mozilla-Status", "0")).strip()
    return int(text, 16) if re.fullmatch(r"[0-9A-Fa-f]{1,8}", text) else 0


def _text(message: EmailMessage) -> MailText:
    addresses = getaddresses([str(value) for value in message.get_all("To", [])])
    return MailText(
        id=_bare(message.get("Message-ID")),
        answers=_bare(message.get("In-Reply-To")),
        to=tuple(address.casefold() for _, address in addresses),
        subject=str(message.get("Subject", "")),
        text=" ".join(_body(message).split()),
        attachments=tuple(str(part.get_filename("")) for part in message.iter_attachments()),
    )


def _bare(value: object) -> str:
    return str(value or "").strip().strip("<>")


def _body(message: EmailMessage) -> str:
    """The text of the first part that has some; of HTML without its tags."""
    body = message.get_body(("plain", "html"))
    if body is None:
        return ""
    content = str(body.get_content())
    return html.unescape(_TAGS.sub(" ", content)) if body.get_content_subtype() == "html" else content
