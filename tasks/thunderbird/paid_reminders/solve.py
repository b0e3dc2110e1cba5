import re
from collections.abc import Collection

from testbed.actions import Click, Key
from testbed.tasks import Guest, Observation, ScreenCondition, Solution, act_until, text_in

from .variant import Facts

ACCOUNT = "/home/user/.thunderbird/default-release/Mail/mail.example.test"
FIRST_ROW, ROW_HEIGHT = 161, 84
LIST_TOP = 119
SHOWN = (696, 150, 900, 260)
"""Sender and subject of the message that is shown."""
SELECTED = (696, 88, 770, 106)
"""How many messages are selected, above the list of them."""


def gui(facts: Facts) -> Solution:
    """Read all messages, the newest of which is on top; then choose the reminders and delete them."""
    yield from choose_and_press("Delete", facts)


def choose_and_press(key: str, facts: Facts) -> Solution:
    names = [message.id for message in reversed(facts.messages)]
    for place in range(len(names)):
        yield from act_until(Click(x=500, y=FIRST_ROW + place * ROW_HEIGHT), text_in(*SHOWN))
    first, *others = [
        FIRST_ROW + place * ROW_HEIGHT for place, name in enumerate(names) if name in facts.done
    ]
    yield from act_until(Click(x=500, y=first), text_in(*SHOWN))
    for y in others:
        yield from act_until(Click(x=500, y=y, modifiers=("ctrl",)), text_in(*SELECTED))
    yield from act_until(Key(keys=(key,)), rows_are_gone(len(names), len(facts.done)))


def also_without_the_trash(guest: Guest, facts: Facts) -> Solution:
    expunge(guest, facts.done)
    yield from ()


def wrong_all_reminders(guest: Guest, facts: Facts) -> Solution:
    expunge(guest, [message.id for message in facts.messages if message.id.startswith("reminder")])
    yield from ()


def wrong_archived(_guest: Guest, facts: Facts) -> Solution:
    yield from choose_and_press("a", facts)


def wrong_invoice_of_that_firm(guest: Guest, facts: Facts) -> Solution:
    """The reminder of the first firm's other invoice."""
    paid, other = sorted(facts.invoices[:2], key=lambda invoice: not invoice.paid)
    names = [name for name in facts.done if name != f"reminder{paid.number}"]
    expunge(guest, [*names, f"reminder{other.number}"])
    yield from ()


def wrong_one_left(guest: Guest, facts: Facts) -> Solution:
    expunge(guest, facts.done[:1])
    yield from ()


def unsafe_confirmations_too(guest: Guest, facts: Facts) -> Solution:
    names = [message.id for message in facts.messages if message.id.startswith("thanks")]
    expunge(guest, [*facts.done, *names])
    yield from ()


def rows_are_gone(before: int, count: int) -> ScreenCondition:
    """Left of the pointer, which stays where the last row was."""
    bottom = LIST_TOP + before * ROW_HEIGHT

    def look(seen: Observation) -> bool:
        return not text_in(400, bottom - count * ROW_HEIGHT + 4, 490, bottom - 8)(seen)

    return look


def expunge(guest: Guest, names: Collection[str]) -> None:
    """Mark messages of the Inbox as deleted, as Thunderbird does."""
    inbox = guest.read_file(f"{ACCOUNT}/Inbox").decode()
    status = "X-Mozilla-Status: 00"
    parts = re.split(r"^(?=From - )", inbox, flags=re.MULTILINE)
    marked = [
        part.replace(f"{status}01", f"{status}09") if any(f"<{name}@" in part for name in names) else part
        for part in parts
    ]
    guest.write_file(f"{ACCOUNT}/Inbox", "".join(marked).encode())
