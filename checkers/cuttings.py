"""Parts cut out of a picture: whether a picture shows a region of another one, unscaled."""

from __future__ import annotations

from PIL import Image

from checkers.base import Claim, GuestView
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image, worst_tile

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, the latter two just outside."""

SAME, SAME_TILE = 3.0, 20.0
"""Most that the cutting may differ from its place in the picture, as a whole and in a tile, of 255."""


def cutting_claim(
    guest: GuestView, path: str, picture: Image.Image, box: Box, what: str, edge: int = 4
) -> Claim:
    """Claim that a PNG is the region `box` of the picture, each of its edges at most `edge` pixels off."""

    def look() -> tuple[bool, object]:
        data = fetch(guest, path)
        cutting = open_image(data)
        is_png = data.startswith(b"\x89PNG")
        found = f"{'PNG' if is_png else 'not PNG'}, {cutting.width} x {cutting.height}"
        place = find_place(cutting, picture, box, edge) if is_png else None
        if place is None:
            return False, found
        region = picture.crop(place)
        apart, worst = difference(region, cutting), worst_tile(region, cutting)
        return apart <= SAME and worst <= SAME_TILE, f"{found} at {place}: {apart:.1f}, {worst:.1f}"

    name = path.rpartition("/")[2]
    return examine(f"{name} is a PNG of {what} alone, unscaled, its edges within {edge} pixels", look)


def find_place(cutting: Image.Image, picture: Image.Image, box: Box, edge: int) -> Box | None:
    """The place in the picture that the cutting resembles most, of those within `edge` pixels of the box."""
    left, top, right, bottom = box
    width, height = cutting.size
    steps = range(-edge, edge + 1)
    places = [
        (x, y, x + width, y + height)
        for x in (left + step for step in steps)
        for y in (top + step for step in steps)
        if abs(x + width - right) <= edge and abs(y + height - bottom) <= edge
    ]
    return min(places, key=lambda place: difference(picture.crop(place), cutting), default=None)
