from pathlib import Path

from PIL import Image

from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.files import file_is
from checkers.images import difference, open_image, worst_tile

PICTURES = "/home/user/Pictures"
SCAN = Path(__file__).parent / "files" / "worksheet.png"
SIZE = (600, 800)
SAME, SAME_TILE = 6.0, 16.0
"""Ways of scaling, greyscale and JPEG differ by less than 3; another orientation by more than 10, and a tile by 35."""
COLOURLESS = 3.0
"""Mean difference of the channels, of 255; that of the coloured page is above 15."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        copy_is_right(guest),
        copy_is_grey(guest),
        file_is(guest, f"{PICTURES}/worksheet.png", SCAN.read_bytes()),
    )


def copy_is_right(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        data = fetch(guest, f"{PICTURES}/worksheet.jpg")
        copy = open_image(data)
        upright = open_image(SCAN.read_bytes()).transpose(Image.Transpose.ROTATE_180)
        expected = upright.convert("L").convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
        grey = copy.convert("L").convert("RGB")
        apart, worst = difference(expected, grey), worst_tile(expected, grey)
        is_jpeg = data.startswith(b"\xff\xd8\xff")
        sized = copy.width == SIZE[0] and abs(copy.height - SIZE[1]) <= 1
        found = f"{'JPEG' if is_jpeg else 'not JPEG'}, {copy.width} x {copy.height}, {apart:.1f}, {worst:.1f}"
        return is_jpeg and sized and apart <= SAME and worst <= SAME_TILE, found

    return examine(
        f"worksheet.jpg is a JPEG of the upright page, {SIZE[0]} x {SIZE[1]} pixels "
        f"(mean difference at most {SAME:.0f}, of a tile {SAME_TILE:.0f})",
        look,
    )


def copy_is_grey(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        red, green, blue = open_image(fetch(guest, f"{PICTURES}/worksheet.jpg")).split()
        bands = [Image.merge("RGB", (band, band, band)) for band in (red, green, blue)]
        apart = max(difference(bands[0], bands[1]), difference(bands[1], bands[2]))
        return apart <= COLOURLESS, f"{apart:.1f}"

    return examine(f"it has no colours (its channels differ by at most {COLOURLESS:.0f})", look)
