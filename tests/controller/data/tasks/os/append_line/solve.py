from testbed.actions import Click, Key, Screenshot, TypeText
from testbed.tasks import Guest, Solution


def gui() -> Solution:
    seen = yield Screenshot()
    assert seen.active_window is not None
    window = seen.active_window
    yield Click(x=window.x + 100, y=window.y + 200)
    yield TypeText(text="eggs\n")
    yield Key(keys=("ctrl", "s"))


def wrong_not_saved(guest: Guest) -> Solution:
    yield TypeText(text="eggs\n")


def wrong_at_the_top(guest: Guest) -> Solution:
    guest.write_file("/home/user/shopping.txt", b"eggs\nmilk\nbread\n")
    yield from ()
