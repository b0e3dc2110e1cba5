from pathlib import Path

from testbed.actions import Click, Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, is_blue, text_in

SHOP = "/home/user/Documents/Shop"
FILES = Path(__file__).parent / "files"
FIRST_ROW, ROW_HEIGHT = 161, 84
SHOWN = (696, 150, 900, 260)
"""Sender and subject of the message that is shown."""
ATTACHMENTS = Click(x=698, y=680)
"""The arrow that lists the attachments below the message; the first of them is chosen then."""
CHOSEN = (870, 680)
"""A pixel of the first attachment in the list, beyond its size."""
FIRST = Click(x=755, y=680, button="right")
MENU = (768, 558, 850, 580)
"""The text of Save As in its menu."""


def gui() -> Solution:
    """Read the messages of the shop, and save the first attachment of the newest one."""
    for row in (4, 2, 1):
        yield from act_until(Click(x=500, y=FIRST_ROW + row * ROW_HEIGHT), text_in(*SHOWN))
    yield from act_until(ATTACHMENTS, is_blue(*CHOSEN))
    yield from act_until(FIRST, text_in(*MENU))
    yield from act_until(TypeText(text="s"), in_front("Save Attachment"))
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=f"{SHOP}/prices.csv\n"), in_front("Inbox"))


def wrong_list_with_the_wrong_price(guest: Guest) -> Solution:
    save(guest, "first.csv", "prices.csv")
    yield from ()


def wrong_list_of_last_year(guest: Guest) -> Solution:
    save(guest, "last_year.csv", "prices.csv")
    yield from ()


def wrong_saved_beside_the_first(guest: Guest) -> Solution:
    save(guest, "first.csv", "prices.csv")
    save(guest, "prices.csv", "prices(1).csv")
    yield from ()


def wrong_place(guest: Guest) -> Solution:
    content = (FILES / "prices.csv").read_bytes()
    guest.write_file("/home/user/Downloads/prices.csv", content)
    yield from ()


def save(guest: Guest, source: str, name: str) -> None:
    guest.write_file(f"{SHOP}/{name}", (FILES / source).read_bytes())
