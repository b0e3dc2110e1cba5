import numpy as np
from numpy.typing import NDArray

from testbed.actions import Click, Key, Screenshot, TypeText
from testbed.tasks import Guest, Solution, act_until, export_from_gimp, in_front, run_gimp_action, title_has

from .variant import BRIGHTEST_INK, DARKEST_PENCIL, Facts, picture, png

PICTURES = "/home/user/Pictures"
LEVEL = (BRIGHTEST_INK + DARKEST_PENCIL) // 2
FROM = (40, 265)
"""The field for the level from which on a pixel becomes white, in its dialog."""


def gui(facts: Facts) -> Solution:
    """GIMP's threshold, lower than it proposes: there the pencil would become black."""
    yield from threshold(facts, LEVEL)
    yield from export_from_gimp(f"{PICTURES}/{facts.sketch}-bw.png")


def also_without_gimp(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, (picture(facts) > BRIGHTEST_INK) * 255)


def wrong_level_proposed(guest: Guest, facts: Facts) -> Solution:
    """The pencil has become black."""
    yield from store(guest, facts, (picture(facts) > 127) * 255)


def wrong_greys_left(guest: Guest, facts: Facts) -> Solution:
    """More contrast alone: the edge of the paper's stains and the pencil stay grey."""
    yield from store(guest, facts, np.clip((picture(facts).astype(np.int32) - 60) * 2, 0, 255))


def wrong_negative(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, (picture(facts) <= LEVEL) * 255)


def threshold(facts: Facts, level: int) -> Solution:
    yield from run_gimp_action("threshold", in_front("Threshold"))
    window = (yield Screenshot()).active_window
    assert window is not None
    yield Click(x=window.x + FROM[0], y=window.y + FROM[1])
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=f"{level}\t")
    yield from act_until(Key(keys=("alt", "o")), title_has(f"*[{facts.sketch}]"))


def store(guest: Guest, facts: Facts, pixels: NDArray[np.int_]) -> Solution:
    guest.write_file(f"{PICTURES}/{facts.sketch}-bw.png", png(pixels.astype(np.uint8)))
    yield from ()
