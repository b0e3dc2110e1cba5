from pathlib import Path

from checkers import GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Number, value_claim

FOLDER = "Pictures/finds"
EDGES = Path(__file__).with_name("edges.png")
CLOSE = 0.5


def check(guest: GuestView) -> Score:
    """OpenCV's server leaves what it shows beside a picture."""

    def edges() -> tuple[bool, object]:
        expected = open_image(EDGES.read_bytes())
        found = open_image(fetch(guest, f"/home/user/{FOLDER}/edges.png"))
        apart = difference(expected, found)
        return found.size == expected.size and apart <= CLOSE, (found.size, apart)

    return Score.all_of(
        value_claim(
            guest,
            "it is photograph 3",
            Number(3, "photograph|photo|picture|image|beach", ordinal=True),
            given="the thresholds 100 and 200",
        ),
        examine("edges.png has the edges of the third photograph", edges),
        nothing_else(
            guest, *(may_add(f"{FOLDER}/{name}.png") for name in ("edges", "stone_*_*", "beach*_*_*"))
        ),
    )
