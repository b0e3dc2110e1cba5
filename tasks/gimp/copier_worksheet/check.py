from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image, worst_tile
from checkers.nothing_else import may_add, nothing_else

COPY = "/home/user/Pictures/worksheet.jpg"
SCAN = Path(__file__).parent / "files" / "worksheet.png"
SIZE = (600, 800)
SAME, SAME_TILE = 6.0, 16.0
"""Ways of scaling and JPEG differ by less than 4, a tile by 8; another orientation by more than 10, a tile by 35."""
COLOURLESS = 3.0
"""Mean difference of the channels, of 255; that of the coloured page is above 15."""
WEIGHTS = (0.2225, 0.7169, 0.0606)
"""How much red, green and blue count for GIMP's luminance and luma; those of other programs differ by little."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        copy_is_right(guest), copy_is_grey(guest), nothing_else(guest, may_add("Pictures/worksheet.jpg"))
    )


def copy_is_right(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        data = fetch(guest, COPY)
        copy = open_image(data)
        grey = copy.convert("L").convert("RGB")
        upright = open_image(SCAN.read_bytes()).transpose(Image.Transpose.ROTATE_180)
        pages = [page.resize(SIZE, Image.Resampling.LANCZOS) for page in greyscales(upright)]
        apart, worst = min((difference(page, grey), worst_tile(page, grey)) for page in pages)
        is_jpeg = data.startswith(b"\xff\xd8\xff")
        sized = copy.width == SIZE[0] and abs(copy.height - SIZE[1]) <= 1
        found = f"{'JPEG' if is_jpeg else 'not JPEG'}, {copy.width} x {copy.height}, {apart:.1f}, {worst:.1f}"
        return is_jpeg and sized and apart <= SAME and worst <= SAME_TILE, found

    return examine(
        f"worksheet.jpg is a JPEG of the upright page, {SIZE[0]} x {SIZE[1]} pixels "
        f"(mean difference at most {SAME:.0f}, of a tile {SAME_TILE:.0f})",
        look,
    )


def greyscales(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield the picture by GIMP's modes of Desaturate: luminance, luma, lightness, average and value."""
    colours = np.asarray(picture, dtype=np.float64) / 255
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    light = linear @ WEIGHTS
    darkest, brightest = colours.min(axis=2), colours.max(axis=2)
    for levels in (
        np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055),
        colours @ WEIGHTS,
        (darkest + brightest) / 2,
        colours.mean(axis=2),
        brightest,
    ):
        yield Image.fromarray(np.rint(255 * levels).astype(np.uint8)).convert("RGB")


def copy_is_grey(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        red, green, blue = open_image(fetch(guest, COPY)).split()
        bands = [Image.merge("RGB", (band, band, band)) for band in (red, green, blue)]
        apart = max(difference(bands[0], bands[1]), difference(bands[1], bands[2]))
        return apart <= COLOURLESS, f"{apart:.1f}"

    return examine(f"it has no colours (its channels differ by at most {COLOURLESS:.0f})", look)
