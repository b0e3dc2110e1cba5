from pathlib import Path

from PIL import Image

from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image
from checkers.nothing_else import may_add, nothing_else

SCAN = Path(__file__).parent / "files" / "scan.png"
WIDTH, HEIGHT = 600, 408
SAME = 8.0
"""Every way of scaling differs by less than 2 from the expected picture; any other orientation by more than 20."""


def check(guest: GuestView) -> Score:
    return Score.all_of(postcard_is_upright(guest), nothing_else(guest, may_add("Pictures/postcard.png")))


def postcard_is_upright(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        data = fetch(guest, "/home/user/Pictures/postcard.png")
        picture = open_image(data)
        upright = open_image(SCAN.read_bytes()).transpose(Image.Transpose.ROTATE_270)
        expected = upright.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        apart = difference(expected, picture)
        is_png = data.startswith(b"\x89PNG")
        sized = picture.width == WIDTH and abs(picture.height - HEIGHT) <= 1
        found = (
            f"{'PNG' if is_png else 'not PNG'}, {picture.width} x {picture.height}, difference {apart:.1f}"
        )
        return is_png and sized and apart <= SAME, found

    return examine(f"postcard.png is the upright postcard, {WIDTH} pixels wide", look)
