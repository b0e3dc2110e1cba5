from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.files import tree
from checkers.images import open_image, worst_tile
from checkers.nothing_else import may_add, nothing_else

PICTURES = "/home/user/Pictures"
SLIDE = Path(__file__).parent / "files" / "tides.png"
SAME = 25.0
"""In no tile does a snapshot of the slide differ by more than 10, scaled ones included; turned ones do by 40."""


def check(guest: GuestView) -> Score:
    return Score.all_of(one_picture_of_the_slide(guest), nothing_else(guest, may_add("Pictures/*.png")))


def one_picture_of_the_slide(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        paths = sorted(tree(guest, PICTURES))
        if len(paths) != 1:
            return False, f"{len(paths)} files: {', '.join(paths)}"
        picture = open_image(fetch(guest, f"{PICTURES}/{paths[0]}"))
        slide = open_image(SLIDE.read_bytes())
        apart = worst_tile(slide, picture)
        whole = abs(picture.width / picture.height - slide.width / slide.height) < 0.05
        return (
            apart <= SAME and whole,
            f"{paths[0]}, {picture.width} x {picture.height}, difference {apart:.1f}",
        )

    return examine("Pictures holds one file, a picture of the slide about tides", look)
