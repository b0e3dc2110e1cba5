import re
from collections.abc import Sequence

from testbed.actions import Click, Terminate
from testbed.tasks import Guest, Solution, act_until, text_in

from .variant import Facts

INBOX = "/home/user/.thunderbird/default-release/Mail/mail.example.test/Inbox"
FIRST_ROW, ROW_HEIGHT = 161, 84
SHOWN = (696, 150, 900, 260)
"""Sender and subject of the message that is shown."""


def gui(facts: Facts) -> Solution:
    """Read all messages from the oldest on; the newest is on top of the list."""
    for row in reversed(range(len(facts.messages))):
        yield from act_until(Click(x=500, y=FIRST_ROW + row * ROW_HEIGHT), text_in(*SHOWN))
    yield answer(facts.gaps)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    one, other = facts.gaps
    yield Terminate(status="success", answer=f"Nobody brings the {other.upper()} or the {one}.")


def wrong_second_thoughts_ignored(_guest: Guest, facts: Facts) -> Solution:
    yield answer([facts.thing(5), facts.thing(6)])


def wrong_rescue_ignored(_guest: Guest, facts: Facts) -> Solution:
    yield answer([facts.thing(2), *facts.gaps])


def wrong_one_of_two(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.gaps[:1])


def wrong_message_deleted(guest: Guest, facts: Facts) -> Solution:
    """As Thunderbird marks the one that is settled."""
    text = guest.read_file(INBOX).decode()
    sorry = re.split(r"(?=^From - )", text, flags=re.MULTILINE)[-2]
    assert "<change@" in sorry, sorry
    text = text.replace(sorry, sorry.replace("Status: 0001", "Status: 0009"))
    guest.write_file(INBOX, text.encode())
    yield answer(facts.gaps)


def answer(things: Sequence[str]) -> Terminate:
    return Terminate(status="success", answer=", ".join(things))
