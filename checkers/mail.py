"""Thunderbird's mail folders: files in the mbox format, read with limits."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.parser import BytesHeaderParser

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine, fetch

PROFILE = "/home/user/.thunderbird/default-release"
ACCOUNT = f"{PROFILE}/Mail/mail.example.test"
"""The folders of the account; a folder `a` in a folder `b` is the file `b.sbd/a`."""
LOCAL_FOLDERS = f"{PROFILE}/Mail/Local Folders"
FOLDER_LIMIT = 8 * 2**20
MAX_MESSAGES = 1000
EXPUNGED = 0x8
"""The status of a message that was moved or deleted; it stays in the file until the folder is compacted."""
_SEPARATOR = re.compile(rb"^From .*\r?\n", re.MULTILINE)

# Thunderbird writes a message at once, but a move of several takes a moment: wait until no folder has changed for a
# second. Reading them once more then changes nothing.
_REST = """
import os, sys, time
def newest():
    paths = (os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[1]) for name in names)
    return max((os.lstat(path).st_mtime for path in paths if not path.endswith(".msf")), default=0)
deadline = time.time() + 10
while time.time() - newest() < 1 and time.time() < deadline:
    time.sleep(0.05)
"""


@dataclass(frozen=True, slots=True)
class MailMessage:
    """A message in a folder; `id` is its Message-ID without angle brackets, `status` the flags in X-Mozilla-Status."""

    id: str
    sender: str
    subject: str
    status: int


def rest(guest: GuestView) -> None:
    """Wait until Thunderbird has written what it is moving or copying. Raises Unusable."""
    ask(guest, ["/usr/bin/python3", "-I", "-S", "-c", _REST, f"{PROFILE}/Mail"])


def parse_folder(data: bytes) -> list[MailMessage]:
    """The messages of a folder's file in their order, without expunged ones. Raises Unusable."""
    parts = _SEPARATOR.split(data)[1:]
    if len(parts) > MAX_MESSAGES:
        raise Unusable(f"the folder holds at most {MAX_MESSAGES} messages", len(parts))
    messages = [_message(part) for part in parts]
    return [message for message in messages if not message.status & EXPUNGED]


def messages(guest: GuestView, folder: str) -> list[MailMessage]:
    """The messages of a folder, by its file. Raises Unusable when there is no such folder."""
    return parse_folder(fetch(guest, folder, limit=FOLDER_LIMIT))


def messages_are(guest: GuestView, folder: str, ids: Collection[str]) -> Claim:
    """A folder holds exactly the messages with these ids, each once, in any order."""

    def look() -> tuple[bool, object]:
        present = messages(guest, folder)
        return sorted(message.id for message in present) == sorted(ids), [
            message.subject for message in present
        ]

    name = folder.removeprefix(f"{PROFILE}/Mail/")
    return examine(f"the folder {name} holds exactly {', '.join(sorted(ids)) or 'no message'}", look)


def _message(part: bytes) -> MailMessage:
    headers = BytesHeaderParser().parsebytes(part)
    try:
        status = int(str(headers.get("X-Mozilla-Status", "0")), 16)
    except ValueError:
        status = 0
    return MailMessage(
        id=str(headers.get("Message-ID", "")).strip().strip("<>"),
        sender=str(headers.get("From", "")),
        subject=str(headers.get("Subject", "")),
        status=status,
    )
