from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine, fetch, judged
from checkers.images import open_image
from checkers.nothing_else import may_add, nothing_else

ORIGINAL = Path(__file__).parent / "files" / "valley.png"
DARK, BRIGHT = 45, 230
"""What a thousandth of the pixels has to reach, of 255, in grey; the photograph has 122 and 203."""
CORRELATION = 0.985
"""Of the grey tones with those of the photograph: GIMP's stretching has 0.994, a threshold 0.974."""
HUE = 12.0
"""Mean difference of the hue in degrees, where the photograph has one."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, "/home/user/Pictures/valley-clear.png")
    picture, original = open_image(data), open_image(ORIGINAL.read_bytes())
    is_png = data.startswith(b"\x89PNG")
    found = f"{'PNG' if is_png else 'not PNG'}, {picture.width} x {picture.height}"
    if not is_png or picture.size != original.size:
        return Score.all_of(claim("valley-clear.png is a PNG of the photograph's size", False, found))
    tones, before = tones_of(picture), tones_of(original)
    low, high = np.percentile(tones, (0.1, 99.9))
    return Score.all_of(
        claim("valley-clear.png is a PNG of the photograph's size", True, found),
        claim(f"its darkest parts are black (at most {DARK})", low <= DARK, f"{low:.0f}"),
        claim(f"its brightest parts are white (at least {BRIGHT})", high >= BRIGHT, f"{high:.0f}"),
        tones_agree(tones, before),
        hues_agree(picture, original),
        nothing_else(guest, may_add("Pictures/valley-clear.png")),
    )


def tones_agree(tones: NDArray[np.float64], before: NDArray[np.float64]) -> Claim:
    def look() -> tuple[bool, object]:
        if not tones.std():
            return False, "one tone"
        correlation = float(np.corrcoef(tones.ravel(), before.ravel())[0, 1])
        return correlation >= CORRELATION, f"{correlation:.3f}"

    return examine(f"the tones in between are as before (correlation at least {CORRELATION})", look)


def hues_agree(picture: Image.Image, original: Image.Image) -> Claim:
    """Both are compared with the photograph's channels stretched together."""
    hue, saturation = hue_of(stretched(original))
    other, strength = hue_of(picture)
    coloured = saturation > 40
    turned = np.abs(hue - other)[coloured]
    apart = float(np.minimum(turned, 256 - turned).mean() * 360 / 256)
    faded = float((strength[coloured] < 15).mean())
    return claim(
        f"its colours are not reversed or lost (hue within {HUE:.0f} degrees in the mean)",
        apart <= HUE and faded < 0.1,
        f"{apart:.1f} degrees, {faded:.0%} without colour",
    )


def stretched(picture: Image.Image) -> Image.Image:
    low, high = np.percentile(tones_of(picture), (0, 100))
    return picture.point(lambda value: round((value - low) * 255 / (high - low)))


def tones_of(picture: Image.Image) -> NDArray[np.float64]:
    return np.asarray(picture.convert("L"), dtype=np.float64)


def hue_of(picture: Image.Image) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Hue and saturation, both of 255."""
    pixels = np.asarray(picture.convert("HSV"), dtype=np.float64)
    return pixels[:, :, 0], pixels[:, :, 1]
