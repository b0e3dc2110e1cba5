from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image, worst_tile
from checkers.nothing_else import may_add, nothing_else

from .variant import Facts, photograph

SAME = 4.0
"""GIMP's inversion differs by less than 1; one of the light's amounts (linear) by 30."""
SAME_TILE = 12.0


def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        photograph_is_right(guest, facts), nothing_else(guest, may_add(f"Pictures/{facts.photograph}"))
    )


def photograph_is_right(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        data = fetch(guest, f"/home/user/Pictures/{facts.photograph}")
        picture, expected = open_image(data), photograph(facts)
        apart, worst = difference(expected, picture), worst_tile(expected, picture)
        is_png = data.startswith(b"\x89PNG")
        found = (
            f"{'PNG' if is_png else 'not PNG'}, {picture.width} x {picture.height}, difference {apart:.1f}"
        )
        is_same = picture.size == expected.size and apart <= SAME and worst <= SAME_TILE
        return is_png and is_same, found

    return examine(f"{facts.photograph} is a PNG of the photograph, not mirrored", look)
