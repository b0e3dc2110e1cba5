from itertools import product

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine, fetch
from checkers.images import open_image
from checkers.nothing_else import may_add, nothing_else
from checkers.variants import judged_with_facts

from .variant import COLUMNS, HEIGHT, ROWS, WIDTH, Facts

NEAR = 6
"""By how much a channel of a field's colour may differ, of 255."""
LEAST_WIDTH = 300
ACROSS = (0.06, 0.5, 0.94)
DOWN = ((0.06, 0.85), (0.15, 0.94))
"""Where in a field its colour is looked at, in parts of its size: near its edges, but not where the words are."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Pictures/{facts.picture}.png"
    data = fetch(guest, f"/home/user/{path}")
    return Score.all_of(
        claim("the picture is a PNG", data.startswith(b"\x89PNG"), data[:8]),
        shows_the_poster(data, facts),
        nothing_else(guest, may_add(path)),
    )


def shows_the_poster(data: bytes, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        picture = open_image(data)
        width, height = picture.size
        found = []
        for number in range(COLUMNS * ROWS):
            row, column = divmod(number, COLUMNS)
            for x, y in product(ACROSS, DOWN[row]):
                place = int((column + x) * width / COLUMNS), int((row + y) * height / ROWS)
                red, green, blue = picture.crop((*place, place[0] + 1, place[1] + 1)).tobytes()
                found.append((red << 16) + (green << 8) + blue)
        expected = [colour for colour in facts.poster.colours for _ in product(ACROSS, DOWN[0])]
        is_whole = width >= LEAST_WIDTH and abs(width / height - WIDTH / HEIGHT) < 0.02
        same = all(map(near, found, expected))
        return is_whole and same, (picture.size, [f"{colour:06X}" for colour in found])

    return examine(f"it shows the whole slide of the {facts.event} on {facts.day}", look)


def near(one: int, other: int) -> bool:
    return all(abs((one >> shift & 255) - (other >> shift & 255)) <= NEAR for shift in (0, 8, 16))
