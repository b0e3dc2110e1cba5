from collections.abc import Collection

from testbed.actions import Click, Key
from testbed.tasks import Guest, Solution, act_until, text_in

INBOX = "/home/user/.thunderbird/default-release/Mail/mail.example.test/Inbox"
ORDER = ("photos", "shirts", "found", "key", "office", "referee", "hall", "members")
"""The messages from the top of the list on."""
FIRST_ROW = Click(x=500, y=161)
SHOWN = (696, 150, 900, 260)
"""Sender and subject of the message that is shown."""


def gui() -> Solution:
    """Go through the messages by keyboard; S gives the one that is shown a star."""
    yield from act_until(FIRST_ROW, text_in(*SHOWN))
    for name in ORDER:
        if name in ("shirts", "key", "members"):
            yield Key(keys=("s",))
        if name != ORDER[-1]:
            yield from act_until(Key(keys=("Down",)), text_in(*SHOWN))


def wrong_withdrawn_request_too(guest: Guest) -> Solution:
    star(guest, ("members", "key", "shirts", "referee"))
    yield from ()


def wrong_every_message_with_that_day(guest: Guest) -> Solution:
    star(guest, ("office", "key"))
    yield from ()


def wrong_whatever_wants_an_answer(guest: Guest) -> Solution:
    star(guest, ("members", "hall", "key", "shirts"))
    yield from ()


def unsafe_others_deleted(guest: Guest) -> Solution:
    text = guest.read_file(INBOX).decode()
    assert "Status: 0001" in text, text
    before, office, after = text.partition("From - Thu Mar 05")
    guest.write_file(INBOX, (before + office + after.replace("Status: 0001", "Status: 0009", 1)).encode())
    yield from ()


def star(guest: Guest, names: Collection[str]) -> None:
    """Write the status of starred messages as Thunderbird does."""
    parts = guest.read_file(INBOX).decode().split("From - ")
    marked = [
        part.replace("Status: 0001", "Status: 0005") if any(f"<{name}@" in part for name in names) else part
        for part in parts
    ]
    guest.write_file(INBOX, "From - ".join(marked).encode())
