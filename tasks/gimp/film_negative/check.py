from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.files import file_is, tree
from checkers.images import difference, open_image, worst_tile

from .variant import Facts, negative, photograph

PICTURES = "/home/user/Pictures"
SAME = 4.0
"""GIMP's inversion differs by less than 1; one of the light's amounts (linear) by 30."""
SAME_TILE = 12.0


def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        photograph_is_right(guest, facts),
        file_is(guest, f"{PICTURES}/{facts.negative}.png", negative(facts)),
    )


def photograph_is_right(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        names = [entry.path for entry in tree(guest, PICTURES).values() if entry.kind == "f"]
        added = sorted(
            name for name in names if name != f"{facts.negative}.png" and not name.endswith(".xcf")
        )
        if added != [facts.photograph]:
            return False, f"new files: {', '.join(added) or 'none'}"
        data = fetch(guest, f"{PICTURES}/{facts.photograph}")
        picture, expected = open_image(data), photograph(facts)
        apart, worst = difference(expected, picture), worst_tile(expected, picture)
        is_png = data.startswith(b"\x89PNG")
        found = (
            f"{'PNG' if is_png else 'not PNG'}, {picture.width} x {picture.height}, difference {apart:.1f}"
        )
        is_same = picture.size == expected.size and apart <= SAME and worst <= SAME_TILE
        return is_png and is_same, found

    return examine(
        f"Pictures has one new picture, {facts.photograph}, which is the photograph, not mirrored", look
    )
