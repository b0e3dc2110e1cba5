from pathlib import Path

from PIL import Image

from checkers import GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image
from checkers.nothing_else import may_add, nothing_else
from checkers.values import ListOf, Number, value_claim

BOX = "Pictures/box"
ORIGINALS = Path(__file__).with_name("files")
FRAMES = range(1, 6)
SIZE = (180, 135)
CLOSE = 4.0
"""Ways to scale differ by less than this, and frames by more."""
PLACE = ListOf(
    (
        Number(4, "frame|picture|image|photo", ordinal=True),
        Number(56, "pixels", tolerance=1),
        Number(156, "pixels", tolerance=1),
    ),
    ordered=True,
)
SIZES = "visitor.png has 180 by 135 pixels, the frames 360 by 270, the cutting 68 by 44"
STAMPED = f"{BOX}/*_20*_*.png"
"""What the server's tools write beside the pictures they look at, named after the time. No tool deletes it."""


def check(guest: GuestView) -> Score:
    def scaled() -> tuple[bool, object]:
        picture = open_image(fetch(guest, f"/home/user/{BOX}/visitor.png"))
        frames = {
            number: Image.open(ORIGINALS / f"frame{number}.png").convert("RGB").resize(SIZE)
            for number in FRAMES
        }
        found = {number: round(difference(picture, frame), 2) for number, frame in frames.items()}
        best = min(found, key=lambda number: found[number])
        return picture.size == SIZE and best == 4 and found[best] < CLOSE, (picture.size, found)

    return Score.all_of(
        examine("visitor.png is the fourth frame, scaled", scaled),
        value_claim(guest, "the bird is in frame 4 at 56, 156", PLACE, given=SIZES),
        nothing_else(guest, may_add(f"{BOX}/visitor.png"), may_add(STAMPED)),
    )
