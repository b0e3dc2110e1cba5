from testbed.actions import Action, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, text_in

PDF = "/home/user/Documents/weekend.pdf"
PRINT = ToolCall(name="osworld_mcp_google_chrome.print")
BACK = ("shift", "Tab")
LAYOUT = (816, 356, 872, 374)
"""Where the dialog says Layout, once it has its preview."""
PAGES = (976, 340, 1120, 356)
"""Inside the field for the pages, which is there for a choice of one's own."""


def mcp() -> Solution:
    """Open the dialog, and go on by keyboard: no tool prints."""
    yield from save(PRINT)


def gui() -> Solution:
    yield from save(Key(keys=("ctrl", "p")))


def wrong_upright(_guest: Guest) -> Solution:
    yield from save(PRINT, layout="P")


def wrong_all_pages(_guest: Guest) -> Solution:
    yield from save(PRINT, pages="1-5")


def wrong_first_page_not_counted(_guest: Guest) -> Solution:
    yield from save(PRINT, pages="3-4")


def wrong_name(_guest: Guest) -> Solution:
    yield from save(PRINT, name="/home/user/Documents/programme.pdf")


def save(open_dialog: Action, *, layout: str = "L", pages: str = "4-5", name: str = PDF) -> Solution:
    """From the button Save, which has the keyboard, back to the layout and the pages."""
    yield from act_until(open_dialog, text_in(*LAYOUT))
    yield Key(keys=BACK, repeat=3)
    yield TypeText(text=layout)
    yield Key(keys=BACK)
    yield from act_until(TypeText(text="C"), text_in(*PAGES))
    yield TypeText(text=pages)
    yield from act_until(Key(keys=("Return",)), in_front("All Files"))
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=f"{name}\n"), in_front("Festival"))
