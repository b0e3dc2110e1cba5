from collections.abc import Generator

from testbed.actions import Action, Key, Screenshot, TypeText
from testbed.tasks import (
    Guest,
    Observation,
    ScreenCondition,
    Solution,
    act_until,
    in_front,
    screen_part,
    shows,
)

from .variant import Facts

PICTURES = "/home/user/Pictures"
MENU = 0x484848
CANVAS = (830, 230, 960, 420)
"""A part of the picture that no menu covers."""
COLOURS_MENU = (420, 300)
IMAGE_MENU = (270, 300)
TRANSFORM_MENU = (590, 305)


def gui(facts: Facts) -> Solution:
    yield from invert()
    yield from flip("h")
    yield from export(facts.photograph)


def wrong_not_mirrored(_guest: Guest, facts: Facts) -> Solution:
    yield from invert()
    yield from export(facts.photograph)


def wrong_upside_down(_guest: Guest, facts: Facts) -> Solution:
    yield from invert()
    yield from flip("v")
    yield from export(facts.photograph)


def wrong_name(guest: Guest, facts: Facts) -> Solution:
    """The number read as it is on the negative, from right to left."""
    edit(guest, facts, f"{facts.boat}-{str(facts.number)[::-1]}.png")
    yield from ()


def wrong_negative_overwritten(guest: Guest, facts: Facts) -> Solution:
    edit(guest, facts, facts.photograph)
    edit(guest, facts, f"{facts.negative}.png")
    yield from ()


def also_mirrored_first(_guest: Guest, facts: Facts) -> Solution:
    yield from flip("h")
    yield from invert()
    yield from export(facts.photograph)


def invert() -> Solution:
    """In the menu Colors; two of its entries have the v, of which the first is right."""
    yield from act_until(Key(keys=("alt", "c")), shows(*COLOURS_MENU, MENU))
    yield Key(keys=("v",))
    yield from change_picture(Key(keys=("Return",)))


def flip(key: str) -> Solution:
    """Through the menu Image, Transform; h is horizontally, v vertically."""
    yield from act_until(Key(keys=("alt", "i")), shows(*IMAGE_MENU, MENU))
    yield from act_until(Key(keys=("t",)), shows(*TRANSFORM_MENU, MENU))
    yield from change_picture(Key(keys=(key,)))


def change_picture(key: Key) -> Generator[Action, Observation, None]:
    """Press a key and wait until the menu is gone and the picture has changed."""
    before = picture((yield Screenshot()))
    yield from act_until(key, lambda seen: picture(seen) != before and not shows(*IMAGE_MENU, MENU)(seen))


def picture(seen: Observation) -> bytes:
    return screen_part(seen, *CANVAS).tobytes()


def export(name: str) -> Solution:
    yield from act_until(Key(keys=("ctrl", "shift", "e")), in_front("Export Image"))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=f"{PICTURES}/{name}")
    yield from act_until(Key(keys=("Return",)), in_front("Export Image as PNG"))
    yield from act_until(Key(keys=("Return",)), titled("(exported)"))


def titled(words: str) -> ScreenCondition:
    """Whether the window with the keyboard has these words in its title."""
    return lambda seen: seen.active_window is not None and words in seen.active_window.title


def edit(guest: Guest, facts: Facts, name: str) -> None:
    """Make the photograph without GIMP."""
    program = (
        "from PIL import Image, ImageOps\n"
        f"negative = Image.open('{PICTURES}/{facts.negative}.png').convert('RGB')\n"
        f"ImageOps.mirror(ImageOps.invert(negative)).save('{PICTURES}/{name}')\n"
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
