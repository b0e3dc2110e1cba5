from controller.actions import Key, TypeText, Wait
from controller.agents.oracle import Solution
from controller.guest import Guest


def gui() -> Solution:
    yield from fill_in()


def wrong_with_lunch(guest: Guest) -> Solution:
    yield from fill_in(lunch=True)


def wrong_day(guest: Guest) -> Solution:
    yield from fill_in(sunday=False)


def wrong_not_sent(guest: Guest) -> Solution:
    yield from fill_in(send=False)


def wrong_sent_twice(guest: Guest) -> Solution:
    yield from fill_in()
    seen = yield Key(keys=("alt", "Left"))
    while not (seen.active_window and "registration" in seen.active_window.title):
        seen = yield Wait(seconds=1)
    yield from fill_in(fresh=False)


def wrong_name(guest: Guest) -> Solution:
    yield from fill_in(name="Ines Carvalo")


def fill_in(
    name: str = "Ines Carvalho",
    *,
    sunday: bool = True,
    lunch: bool = False,
    send: bool = True,
    fresh: bool = True,
) -> Solution:
    """Go through the form by keyboard; Tab from the address bar leads into it."""
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",))
    yield Key(keys=("F6",))
    yield Key(keys=("Tab",))
    yield TypeText(text=f"{name}\tines.carvalho@example.org\tGlaz\t")
    yield Key(keys=("space",))
    if sunday:
        yield Key(keys=("Right",))
    yield Key(keys=("Tab",))
    if not lunch and fresh:
        yield Key(keys=("space",))
    if send:
        yield Key(keys=("Tab",))
        seen = yield Key(keys=("Return",))
        while not (seen.active_window and "registered" in seen.active_window.title):
            seen = yield Wait(seconds=1)
