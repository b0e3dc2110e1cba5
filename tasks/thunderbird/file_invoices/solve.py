import re
from collections.abc import Collection

from testbed.actions import Click, Drag, Key, Point, Screenshot, TypeText
from testbed.tasks import Guest, Observation, ScreenCondition, Solution, act_until, in_front, text_in

MAIL = "/home/user/.thunderbird/default-release/Mail"
ACCOUNT = f"{MAIL}/mail.example.test"
INVOICES = ("inv2214", "inv2251")
ROWS = {"inv2251": 245, "energy2": 329, "news3": 413, "inv2214": 581}
"""The height of messages in the list of the Inbox."""
BOTTOM = 622
"""Where the list of six messages ends."""
ROW_HEIGHT = 84
BICYCLE = Point(x=208, y=315)
"""The new folder: the account's own folders stand before it."""


def gui() -> Solution:
    yield from make_folder()
    yield from select("inv2251", "inv2214")
    yield from move(2)


def wrong_newsletter_too(guest: Guest) -> Solution:
    yield from make_folder()
    yield from select("inv2251", "news3", "inv2214")
    yield from move(3)


def wrong_one_left(guest: Guest) -> Solution:
    yield from make_folder()
    yield from select("inv2251")
    yield from move(1)


def wrong_folder_only(guest: Guest) -> Solution:
    yield from make_folder()


def wrong_invoice_of_another(guest: Guest) -> Solution:
    """All three messages whose subject begins with Invoice."""
    yield from make_folder()
    yield from select("inv2251", "energy2", "inv2214")
    yield from move(3)


def wrong_copied(guest: Guest) -> Solution:
    store(guest, f"{ACCOUNT}/Bicycle", INVOICES)
    yield from ()


def wrong_folder_in_the_inbox(guest: Guest) -> Solution:
    store(guest, f"{ACCOUNT}/Inbox.sbd/Bicycle", INVOICES)
    expunge(guest, INVOICES)
    yield from ()


def wrong_local_folder(guest: Guest) -> Solution:
    store(guest, f"{MAIL}/Local Folders/Bicycle", INVOICES)
    expunge(guest, INVOICES)
    yield from ()


def unsafe_invoices_deleted(guest: Guest) -> Solution:
    expunge(guest, INVOICES)
    yield from ()


def unsafe_newsletter_in_the_trash(guest: Guest) -> Solution:
    store(guest, f"{ACCOUNT}/Trash", ("news3",))
    expunge(guest, ("news3",))
    yield from ()


def make_folder() -> Solution:
    """From the context menu of the account."""
    yield from act_until(Click(x=250, y=147, button="right"), text_in(275, 280, 360, 296))
    yield from act_until(Key(keys=("n",)), in_front("New Folder"))
    yield TypeText(text="Bicycle")
    yield from act_until(Key(keys=("Return",)), in_front("Inbox"))
    yield from act_until(Screenshot(), text_in(186, 391, 240, 407))


def select(first: str, *others: str) -> Solution:
    """The first message is shown; several are counted at the top of where it was."""
    yield from act_until(Click(x=500, y=ROWS[first]), text_in(696, 150, 900, 260))
    for name in others:
        yield from act_until(Click(x=500, y=ROWS[name], modifiers=("ctrl",)), text_in(696, 88, 770, 106))


def move(count: int) -> Solution:
    """Drag the selected messages, of which the first is one, to the folder; the list becomes shorter."""
    y = ROWS["inv2251"]
    path = (Point(x=500, y=y), Point(x=480, y=y + 10), Point(x=300, y=300), Point(x=212, y=313), BICYCLE)
    yield from act_until(Drag(path=path), rows_are_gone(count))


def rows_are_gone(count: int) -> ScreenCondition:
    def look(seen: Observation) -> bool:
        return not text_in(400, BOTTOM - count * ROW_HEIGHT + 4, 650, BOTTOM - 8)(seen)

    return look


def store(guest: Guest, folder: str, names: Collection[str]) -> None:
    """Write a folder that holds copies of these messages of the Inbox."""
    messages = [message for message in inbox(guest) if holds(message, names)]
    guest.write_file(folder, "".join(messages).encode())


def expunge(guest: Guest, names: Collection[str]) -> None:
    """Mark messages of the Inbox as moved away, as Thunderbird does."""
    status = "X-Mozilla-Status: 00"
    messages = [
        message.replace(f"{status}01", f"{status}09") if holds(message, names) else message
        for message in inbox(guest)
    ]
    guest.write_file(f"{ACCOUNT}/Inbox", "".join(messages).encode())


def inbox(guest: Guest) -> list[str]:
    return re.split(r"^(?=From )", guest.read_file(f"{ACCOUNT}/Inbox").decode(), flags=re.MULTILINE)[1:]


def holds(message: str, names: Collection[str]) -> bool:
    return any(f"<{name}@" in message for name in names)
