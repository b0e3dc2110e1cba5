from collections.abc import Iterable

from testbed.actions import Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

HIDE = ("alt", "l"), ("h",)
"""The menu Slide and its entry that hides the slide; the other entry of this letter has another key."""


def gui(facts: Facts) -> Solution:
    """Ask; then go through the slides and hide those of the other trips."""
    seen = yield ToolCall(name="ask_user", arguments={"question": "Where does the class go?"})
    assert f"{facts.price} euros" in seen.results[0].text, seen.results[0].text
    yield from hide(facts.others)
    yield from save_in_libreoffice()


def also_last_first(_guest: Guest, facts: Facts) -> Solution:
    yield Key(keys=("Page_Down",), repeat=len(facts.trips) + 1)
    for number in range(len(facts.trips) + 2, 2, -1):
        if number in facts.others:
            yield from hide_this()
        yield Key(keys=("Page_Up",))
    yield from save_in_libreoffice()


def wrong_same_way(_guest: Guest, facts: Facts) -> Solution:
    yield from hide(facts.all_but(facts.same_way))
    yield from save_in_libreoffice()


def wrong_same_price(_guest: Guest, facts: Facts) -> Solution:
    yield from hide(facts.all_but(facts.same_price))
    yield from save_in_libreoffice()


def wrong_general_slides_too(_guest: Guest, facts: Facts) -> Solution:
    yield from hide([2, *facts.others])
    yield from save_in_libreoffice()


def hide(slides: Iterable[int]) -> Solution:
    """From the first slide on."""
    shown = 1
    for number in slides:
        yield Key(keys=("Page_Down",), repeat=number - shown)
        yield from hide_this()
        shown = number


def hide_this() -> Solution:
    for keys in HIDE:
        yield Key(keys=keys)
