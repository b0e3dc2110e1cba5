from pathlib import Path

from PIL import Image

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import examine, fetch, judged
from checkers.files import file_is
from checkers.images import difference, open_image

FOLDER = "/home/user/Pictures/box"
ORIGINALS = Path(__file__).with_name("files")
NAMES = ("bird", "frame1", "frame2", "frame3", "frame4", "frame5")
SIZE = (180, 135)
CLOSE = 4.0
"""Ways to scale differ by less than this, and frames by more."""


@judged
def check(guest: GuestView) -> Score:
    def scaled() -> tuple[bool, object]:
        picture = open_image(fetch(guest, f"{FOLDER}/visitor.png"))
        frames = {
            name: Image.open(ORIGINALS / f"{name}.png").convert("RGB").resize(SIZE) for name in NAMES[1:]
        }
        found = {name: round(difference(picture, frame), 2) for name, frame in frames.items()}
        best = min(found, key=lambda name: found[name])
        return picture.size == SIZE and best == "frame4" and found[best] < CLOSE, (picture.size, found)

    found = numbers(answer(affirming(guest)).replace(";", " "))
    return Score.all_of(
        examine("visitor.png is the fourth frame, scaled", scaled),
        claim("the frame is the fourth", found[:1] == [4], found),
        claim(
            "the bird is at 56, 156",
            len(found) == 3 and abs(found[1] - 56) <= 1 and abs(found[2] - 156) <= 1,
            found,
        ),
        *(file_is(guest, f"{FOLDER}/{name}.png", (ORIGINALS / f"{name}.png").read_bytes()) for name in NAMES),
    )
