from testbed.actions import Key, Screenshot, Terminate
from testbed.tasks import (
    Guest,
    Observation,
    Solution,
    act_until,
    in_front,
    run_gimp_action,
    screen_part,
    title_has,
)

CANVAS = (400, 210, 1050, 640)
"""Most of the plan."""


def gui() -> Solution:
    """The layer of 15 May is the chosen one: show it, read the row, and hide it again."""
    yield from toggle()
    yield from toggle()
    yield answer("7")


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield answer("There are 7 free seats in that row.")


def wrong_reserved_ones(_guest: Guest) -> Solution:
    """The same number as that of the free seats on 14 May."""
    yield answer("5")


def wrong_row_d(_guest: Guest) -> Solution:
    yield answer("10")


def wrong_saved_with_the_layer_shown(_guest: Guest) -> Solution:
    yield from toggle()
    yield from act_until(Key(keys=("ctrl", "s")), in_front("hall.xcf"))
    yield answer("7")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def toggle() -> Solution:
    before = canvas((yield Screenshot()))
    yield from run_gimp_action(
        "toggle layer visibility", lambda seen: title_has("hall.xcf")(seen) and canvas(seen) != before
    )


def canvas(seen: Observation) -> bytes:
    return screen_part(seen, *CANVAS).tobytes()
