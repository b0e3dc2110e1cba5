import re
from collections.abc import Collection

from testbed.actions import Click, Terminate
from testbed.tasks import Guest, Solution, act_until, text_in

from .variant import Facts

INBOX = "/home/user/.thunderbird/default-release/Mail/mail.example.test/Inbox"
FIRST_ROW = 161
ROW_HEIGHT = 84
SHOWN = (696, 150, 900, 260)
"""Sender and subject of the message that is shown."""


def gui(facts: Facts) -> Solution:
    """Read the messages about the talk, the newest of which is on top of the list."""
    for row in (5, 3, 1):
        yield from act_until(Click(x=500, y=FIRST_ROW + row * ROW_HEIGHT), text_in(*SHOWN))
    yield answer(facts.room, facts.hour)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    hour = facts.talk.hour
    text = f"The talk begins at {hour - 12}:{facts.talk.minute} p.m., in the {facts.room.upper()}."
    yield Terminate(status="success", answer=text)


def wrong_painted_room(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.rooms[1], facts.hour)


def wrong_other_talk(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.rooms[3], f"{facts.other_hour}:00")


def wrong_message_deleted(guest: Guest, facts: Facts) -> Solution:
    expunge(guest, ("talk1", "talk3"))
    yield answer(facts.room, facts.hour)


def answer(room: str, hour: str) -> Terminate:
    return Terminate(status="success", answer=f"{room}, {hour}")


def expunge(guest: Guest, names: Collection[str]) -> None:
    """Mark messages as moved away, as Thunderbird does."""
    parts = re.split(r"^(?=From )", guest.read_file(INBOX).decode(), flags=re.MULTILINE)[1:]
    status = "X-Mozilla-Status: 00"
    marked = [
        part.replace(f"{status}01", f"{status}09") if any(f"<{name}@" in part for name in names) else part
        for part in parts
    ]
    guest.write_file(INBOX, "".join(marked).encode())
