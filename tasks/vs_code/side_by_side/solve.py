from controller.actions import Key, TypeText, Wait
from controller.agents.oracle import Solution
from controller.guest import Guest


def gui() -> Solution:
    yield from show("report.py")
    yield Key(keys=("ctrl", "\\"))
    yield from show("test_report.py")


def wrong_sides(guest: Guest) -> Solution:
    yield from show("test_report.py")
    yield Key(keys=("ctrl", "\\"))
    yield from show("report.py")


def wrong_one_above_the_other(guest: Guest) -> Solution:
    yield from show("report.py")
    yield Key(keys=("F1",))
    yield TypeText(text="View: Split Editor Down")
    yield Key(keys=("Return",))
    yield from show("test_report.py")


def wrong_tabs_of_one_group(guest: Guest) -> Solution:
    yield from show("report.py")
    yield from show("test_report.py")


def wrong_same_file_twice(guest: Guest) -> Solution:
    yield from show("report.py")
    yield Key(keys=("ctrl", "\\"))


def show(name: str) -> Solution:
    """Open a file by its name through Go to File; its list may take a while to fill."""
    yield Key(keys=("ctrl", "p"))
    yield TypeText(text=name)
    while True:
        yield Key(keys=("Return",))
        seen = yield Wait(seconds=2)
        if seen.active_window and seen.active_window.title.startswith(name):
            return
