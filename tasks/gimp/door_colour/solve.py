from PIL import Image

from testbed.actions import Click, Key, Screenshot, Terminate
from testbed.tasks import Guest, Observation, Solution, act_until, screen_part

from .variant import FLOOR, PAVEMENT, WIDTH, Facts, door

WINDOW = (288, 160, 1070, 670)
"""The part of the screen in which GIMP shows the picture."""
PICK = Key(keys=("o",))


def gui(facts: Facts) -> Solution:
    """Pick the door's colour; with Shift the colour picker shows its codes in a window."""
    x, y = door_on_screen((yield Screenshot()), facts.ours)
    yield PICK
    yield from act_until(Click(x=x, y=y, modifiers=("shift",)), shows_the_codes)
    yield answer(facts.house.door)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    code = f"{facts.house.door:06X}"
    yield Terminate(status="success", answer=f"The door has the colour #{code}.")


def wrong_shutters(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.house.shutters)


def wrong_next_house(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.houses[facts.ours + 1].door)


def wrong_guess(_guest: Guest, facts: Facts) -> Solution:
    """A colour that looks alike."""
    yield answer(facts.house.door ^ 0x020201)


def shows_the_codes(seen: Observation) -> bool:
    return any(window.title.startswith("Color Picker") for window in seen.windows)


def answer(colour: int) -> Terminate:
    return Terminate(status="success", answer=f"{colour:06x}")


def door_on_screen(seen: Observation, place: int) -> tuple[int, int]:
    """Find the picture by the pavement, which is as wide: its lower edge is that of the picture."""
    shown = screen_part(seen, *WINDOW)
    pavement = Image.new("1", shown.size)
    data = shown.tobytes()
    pavement.putdata([tuple(data[start : start + 3]) == PAVEMENT for start in range(0, len(data), 3)])
    box = pavement.getbbox()
    assert box is not None, "GIMP shows no street"
    scale = (box[2] - box[0]) / WIDTH
    left, top, right, bottom = door(place)
    x, y = (left + right) // 2, (top + 3 * bottom) // 4
    return round(WINDOW[0] + box[0] + scale * x), round(WINDOW[1] + box[1] - scale * (FLOOR - y))
