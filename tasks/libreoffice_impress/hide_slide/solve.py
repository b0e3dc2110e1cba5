from testbed.actions import Click, Key, Wait
from testbed.tasks import Guest, Solution, save_in_libreoffice

SLIDE_MENU = Click(x=361, y=82)
HIDE_SLIDE = Click(x=402, y=502)
DELETE_SLIDE = Click(x=409, y=212)


def gui() -> Solution:
    yield from _choose(HIDE_SLIDE, slide=4)
    yield from save_in_libreoffice()


def wrong_slide(_guest: Guest) -> Solution:
    yield from _choose(HIDE_SLIDE, slide=3)
    yield from save_in_libreoffice()


def wrong_deleted(_guest: Guest) -> Solution:
    yield from _choose(DELETE_SLIDE, slide=4)
    yield from save_in_libreoffice()


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from _choose(HIDE_SLIDE, slide=4)


def _choose(item: Click, slide: int) -> Solution:
    """Go to a slide and choose from the Slide menu, which takes a moment to open."""
    yield Key(keys=("Page_Down",), repeat=slide - 1)
    yield SLIDE_MENU
    yield Wait(seconds=1)
    yield item
    yield Wait(seconds=0.5)
