from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

CLOSE = Key(keys=("ctrl", "w"))


def gui() -> Solution:
    """Close the shop's page; in the settings, the pages that are open can be taken over."""
    yield from close_shop()
    yield from open_pages_at_start()


def wrong_three_pages(_guest: Guest) -> Solution:
    yield from open_pages_at_start()
    yield from close_shop()


def wrong_continue_where_left_off(_guest: Guest) -> Solution:
    yield from close_shop()
    yield from open_settings()
    yield Key(keys=("Down",))


def wrong_only_closed(_guest: Guest) -> Solution:
    yield from close_shop()


def close_shop() -> Solution:
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Shop"))
    yield from act_until(CLOSE, lambda seen: not in_front("Shop")(seen))


def open_pages_at_start() -> Solution:
    """Choose certain pages; behind the button that adds one is that which takes the open ones."""
    yield from open_settings()
    yield Key(keys=("Down",), repeat=2)
    yield Key(keys=("Tab",), repeat=2)
    yield Key(keys=("Return",))


def open_settings() -> Solution:
    """In a new tab, to the choices of what opens."""
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield Key(keys=("ctrl", "l"))
    yield from act_until(TypeText(text="chrome://settings/onStartup\n"), in_front("Settings - On startup"))
    yield Key(keys=("Tab",), repeat=3)
