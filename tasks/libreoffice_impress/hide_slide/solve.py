from controller.actions import Click, Key
from controller.agents.oracle import Solution
from controller.guest import Guest

SLIDE_MENU = Click(x=361, y=82)
HIDE_SLIDE = Click(x=402, y=502)
DELETE_SLIDE = Click(x=409, y=212)
SAVE = Key(keys=("ctrl", "s"))


def gui() -> Solution:
    yield Key(keys=("Page_Down",), repeat=3)
    yield SLIDE_MENU
    yield HIDE_SLIDE
    yield SAVE


def wrong_slide(_guest: Guest) -> Solution:
    yield Key(keys=("Page_Down",), repeat=2)
    yield SLIDE_MENU
    yield HIDE_SLIDE
    yield SAVE


def wrong_deleted(_guest: Guest) -> Solution:
    yield Key(keys=("Page_Down",), repeat=3)
    yield SLIDE_MENU
    yield DELETE_SLIDE
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield Key(keys=("Page_Down",), repeat=3)
    yield SLIDE_MENU
    yield HIDE_SLIDE
