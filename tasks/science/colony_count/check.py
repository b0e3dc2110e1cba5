from pathlib import Path

from PIL import Image, ImageFilter

from checkers import GuestView, Score
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import examine, fetch, judged
from checkers.files import file_is
from checkers.images import difference, open_image

FOLDER = "/home/user/Pictures/plate"
ORIGINALS = Path(__file__).with_name("files")
NEW = (290, 50, 350, 110)
CLOSE = 0.01


@judged
def check(guest: GuestView) -> Score:
    thursday = Image.open(ORIGINALS / "thursday.png").convert("RGB")
    filtered = thursday.filter(ImageFilter.MedianFilter(5)).convert("L")
    colonies = filtered.point(lambda grey: 255 if grey <= 127 else 0)

    def like(name: str, expected: Image.Image) -> tuple[bool, object]:
        picture = open_image(fetch(guest, f"{FOLDER}/{name}"))
        if picture.size != expected.size:
            return False, picture.size
        found = difference(picture.convert("RGB"), expected.convert("RGB"))
        return found <= CLOSE, found

    return Score.all_of(
        examine("new.png is the square around the new colony", lambda: like("new.png", thursday.crop(NEW))),
        examine("colonies.png has the colonies white on black", lambda: like("colonies.png", colonies)),
        number_claim(affirming(guest), "the answer is 7", 7),
        *(
            file_is(guest, f"{FOLDER}/{name}", (ORIGINALS / name).read_bytes())
            for name in ("monday.png", "thursday.png")
        ),
    )
