from controller.actions import Key, Screenshot
from controller.agents.oracle import Solution
from controller.guest import Guest

PICTURES = "/home/user/Pictures"


def gui() -> Solution:
    """Forward a minute and three times ten seconds, to 1:30; Shift+S takes the snapshot."""
    yield Key(keys=("ctrl", "Right"))
    yield Key(keys=("alt", "Right"), repeat=3)
    yield Screenshot()
    yield Key(keys=("shift", "s"))


def wrong_first_slide(guest: Guest) -> Solution:
    yield Key(keys=("shift", "s"))


def wrong_neighbouring_slide(guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "Right"))
    yield Key(keys=("shift", "s"))


def wrong_picture_of_the_desktop(guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "Right"))
    yield Key(keys=("alt", "Right"), repeat=3)
    screen = guest.call_tool("computer.screenshot").images[0]
    guest.write_file(f"{PICTURES}/screen.png", screen)


def wrong_two_snapshots(guest: Guest) -> Solution:
    yield Key(keys=("shift", "s"))
    yield from gui()
