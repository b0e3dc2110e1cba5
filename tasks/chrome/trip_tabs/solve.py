from collections.abc import Iterable

from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Observation, ScreenCondition, Solution, act_until, in_front, shows

from .variant import Facts, Sight

CLOSE = Key(keys=("ctrl", "w"))


def gui(facts: Facts) -> Solution:
    """Look at the tabs in turn, and close those that do not fit, the last one first."""
    for sight in facts.sights[1:]:
        yield from act_until(Key(keys=("ctrl", "Page_Down")), in_front(sight.title))
    yield from close(facts.closed)
    yield from bookmark_all(facts.folder)


def also_closed_from_the_left(_guest: Guest, facts: Facts) -> Solution:
    for gone, sight in enumerate(facts.closed):
        yield from act_until(Key(keys=("ctrl", str(sight.number - gone))), in_front(sight.title))
        yield from act_until(CLOSE, is_gone(sight.title))
    yield from bookmark_all(facts.folder)


def wrong_bookmarked_before(_guest: Guest, facts: Facts) -> Solution:
    yield from bookmark_all(facts.folder)
    yield from close(facts.closed)


def wrong_one_left_open(_guest: Guest, facts: Facts) -> Solution:
    yield from close(facts.closed[1:])
    yield from bookmark_all(facts.folder)


def wrong_not_on_the_bar(_guest: Guest, facts: Facts) -> Solution:
    yield from close(facts.closed)
    yield from bookmark_all(facts.folder, on_bar=False)


def close(sights: Iterable[Sight]) -> Solution:
    """By the places of the tabs, from the right."""
    for sight in sorted(sights, key=lambda sight: -sight.number):
        yield from act_until(Key(keys=("ctrl", str(sight.number))), in_front(sight.title))
        yield from act_until(CLOSE, is_gone(sight.title))


def bookmark_all(folder: str, *, on_bar: bool = True) -> Solution:
    """The dialog asks for the name of the new folder; in its tree, the bar stands above what is chosen."""
    yield from act_until(Key(keys=("ctrl", "shift", "d")), is_dim)
    yield TypeText(text=folder)
    if on_bar:
        yield Key(keys=("Tab",))
        yield Key(keys=("Up",))
    yield from act_until(Key(keys=("Return",)), lambda seen: not is_dim(seen))


def is_gone(title: str) -> ScreenCondition:
    """Return the condition that another tab is shown."""
    return lambda seen: not in_front(title)(seen)


def is_dim(seen: Observation) -> bool:
    """Whether a dialog of the browser has made the page behind it grey; its bottom right corner is empty."""
    return not shows(seen.width - 10, seen.height - 10, 0xFFFFFF)(seen)
