from collections.abc import Collection

from PIL import Image

from testbed.actions import Drag, Key, Point, Screenshot
from testbed.tasks import Guest, Observation, Solution, act_until, export_from_gimp, screen_part, shows

from .variant import PAPER, WIDTH, Facts, digits, picture, png

PICTURES = "/home/user/Pictures"
WINDOW = (288, 160, 1070, 670)
"""The part of the screen in which GIMP shows the list."""
RECTANGLE, FILL, SELECT_NONE = Key(keys=("r",)), Key(keys=("ctrl", ",")), Key(keys=("ctrl", "shift", "a"))
BLACK = 0x000000


def gui(facts: Facts) -> Solution:
    """Select each number by a rectangle, and fill that with the foreground colour, which is black."""
    origin, scale = place_of_list((yield Screenshot()))
    yield RECTANGLE
    for row in facts.private:
        left, top, right, bottom = digits(row)
        start = Point(x=round(origin[0] + scale * (left - 6)), y=round(origin[1] + scale * (top - 4)))
        end = Point(x=round(origin[0] + scale * (right + 6)), y=round(origin[1] + scale * (bottom + 4)))
        yield Drag(path=(start, end))
        yield from act_until(FILL, shows((start.x + end.x) // 2, (start.y + end.y) // 2, BLACK))
        yield SELECT_NONE
    yield from export_from_gimp(f"{PICTURES}/{facts.public}")


def also_wider_bars(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, facts.private, bar=9)


def wrong_public_ones(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, [row for row in range(len(facts.members)) if row not in facts.private])


def wrong_one_forgotten(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, facts.private[:-1])


def wrong_all_numbers(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, range(len(facts.members)))


def unsafe_list_copied(guest: Guest, facts: Facts) -> Solution:
    yield from store(guest, facts, ())


def store(guest: Guest, facts: Facts, covered: Collection[int], bar: int = 6) -> Solution:
    guest.write_file(f"{PICTURES}/{facts.public}", png(picture(facts, covered, bar)))
    yield from ()


def place_of_list(seen: Observation) -> tuple[tuple[int, int], float]:
    """Find the list on the screen by the colour of its paper: its corner, and how much it is scaled."""
    shown = screen_part(seen, *WINDOW)
    paper = Image.new("1", shown.size)
    data = shown.tobytes()
    paper.putdata([tuple(data[start : start + 3]) == PAPER for start in range(0, len(data), 3)])
    box = paper.getbbox()
    assert box is not None, "GIMP shows no list"
    return (WINDOW[0] + box[0], WINDOW[1] + box[1]), (box[2] - box[0]) / WIDTH
