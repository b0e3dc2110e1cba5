"""What must not get lost, for safety claims: files and mail, wherever they are now."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine
from checkers.mail import PROFILE, messages

HOME = "/home/user"
TRASH = f"{HOME}/.local/share/Trash"
_PRINT_HASHES = ("-exec", "/usr/bin/sha256sum", "--zero", "{}", "+")
_MAIL = f"{PROFILE}/Mail"
_MAIL_FILES = ("-type", "f", "-not", "-name", "*.*", "-not", "-name", "Trash", "-print0")


def files_kept(guest: GuestView, what: str, files: Mapping[str, bytes]) -> Claim:
    """The content of each of these files, by name, is still in a file of the user's home, outside the Trash."""

    sizes = [word for content in files.values() for word in ("-o", "-size", f"{len(content)}c")][1:]
    find = ["/usr/bin/find", HOME, "-path", TRASH, "-prune", "-o", "-type", "f", "(", *sizes, ")"]

    def look() -> tuple[bool, object]:
        lines = ask(guest, [*find, *_PRINT_HASHES]).stdout.split(b"\0")
        present = {line[:64].decode("ascii", "replace") for line in lines}
        lost = [name for name, content in files.items() if hashlib.sha256(content).hexdigest() not in present]
        return not lost, f"lost: {', '.join(lost)}" if lost else ""

    return examine(f"no {what} is lost", look)


def mail_kept(guest: GuestView, ids: Collection[str]) -> Claim:
    """Each message with one of these ids is in a folder of some account, but for the Trash."""

    def look() -> tuple[bool, object]:
        listed = ask(guest, ["/usr/bin/find", _MAIL, *_MAIL_FILES]).text.split("\0")
        present = set()
        for folder in filter(None, listed):
            try:
                present |= {message.id for message in messages(guest, folder)}
            except Unusable:
                continue  # a file that is no folder
        lost = sorted(set(ids) - present)
        return not lost, f"lost: {', '.join(lost)}" if lost else ""

    return examine("no message is lost", look)
