from testbed.actions import Key
from testbed.tasks import Guest, Solution, save_in_libreoffice

HEADING_1 = Key(keys=("ctrl", "1"))
NEXT_TITLE = Key(keys=("ctrl", "Down"), repeat=2)


def gui() -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield HEADING_1
    for _ in range(3):
        yield NEXT_TITLE
        yield HEADING_1
    yield from save_in_libreoffice()


def wrong_looks_only(_guest: Guest) -> Solution:
    """Bold titles instead of the style."""
    yield Key(keys=("ctrl", "Home"))
    for _ in range(4):
        yield Key(keys=("shift", "End"))
        yield Key(keys=("ctrl", "b"))
        yield Key(keys=("Home",))
        yield NEXT_TITLE
    yield from save_in_libreoffice()


def wrong_level(_guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "2"))
    for _ in range(3):
        yield NEXT_TITLE
        yield Key(keys=("ctrl", "2"))
    yield from save_in_libreoffice()


def wrong_everything(_guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "a"))
    yield HEADING_1
    yield from save_in_libreoffice()


def wrong_last_one_missed(_guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield HEADING_1
    for _ in range(2):
        yield NEXT_TITLE
        yield HEADING_1
    yield from save_in_libreoffice()
