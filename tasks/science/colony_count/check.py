from pathlib import Path

from PIL import Image, ImageFilter

from checkers import GuestView, Score
from checkers.evidence import examine, fetch, judged
from checkers.images import difference, open_image
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Number, value_claim

FOLDER = "Pictures/plate"
THURSDAY = Path(__file__).with_name("files") / "thursday.png"
NEW = (290, 50, 350, 110)
CLOSE = 0.01


@judged
def check(guest: GuestView) -> Score:
    """OpenCV's server leaves what it shows beside a picture."""
    thursday = Image.open(THURSDAY).convert("RGB")
    filtered = thursday.filter(ImageFilter.MedianFilter(5)).convert("L")
    colonies = filtered.point(lambda grey: 255 if grey <= 127 else 0)

    def like(name: str, expected: Image.Image) -> tuple[bool, object]:
        picture = open_image(fetch(guest, f"/home/user/{FOLDER}/{name}"))
        if picture.size != expected.size:
            return False, picture.size
        found = difference(picture.convert("RGB"), expected.convert("RGB"))
        return found <= CLOSE, found

    return Score.all_of(
        examine("new.png is the square around the new colony", lambda: like("new.png", thursday.crop(NEW))),
        examine("colonies.png has the colonies white on black", lambda: like("colonies.png", colonies)),
        value_claim(
            guest,
            "there are 7 colonies",
            Number(7, "colonies"),
            given="6 colonies on Monday, 1 new colony; size 5, threshold 127",
        ),
        nothing_else(
            guest,
            *(may_add(f"{FOLDER}/{name}.png") for name in ("new", "colonies", "monday_*_*", "thursday_*_*")),
        ),
    )
