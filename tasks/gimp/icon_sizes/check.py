import io
from pathlib import Path

from PIL import Image

from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.images import difference, open_image, worst_tile
from checkers.nothing_else import may_add, nothing_else

SIZES = (128, 32)
LOGO = Path(__file__).parent / "files" / "logo.png"
SAME, SAME_TILE = 6.0, 16.0
"""Every way of scaling differs by less than 3 from the expected picture."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        *(logo_is_right(guest, size) for size in SIZES),
        nothing_else(guest, *(may_add(f"Pictures/logo-{size}.png") for size in SIZES)),
    )


def logo_is_right(guest: GuestView, size: int) -> Claim:
    """Compared before white and before black, so that what shows through has to be the same, too."""

    def look() -> tuple[bool, object]:
        data = fetch(guest, f"/home/user/Pictures/logo-{size}.png")
        picture = open_image(data)
        is_png = data.startswith(b"\x89PNG")
        found = f"{'PNG' if is_png else 'not PNG'}, {picture.width} x {picture.height}"
        if not is_png or picture.size != (size, size):
            return False, found
        with Image.open(io.BytesIO(data)) as opened, Image.open(LOGO) as logo:
            right = logo.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)
            pairs = [(before(right, colour), before(opened, colour)) for colour in ("white", "black")]
        apart = max(difference(*pair) for pair in pairs)
        worst = max(worst_tile(*pair) for pair in pairs)
        return apart <= SAME and worst <= SAME_TILE, f"{found}, {apart:.1f}, {worst:.1f}"

    return examine(
        f"logo-{size}.png is a PNG of the logo, {size} x {size} pixels, transparent around the disc "
        f"(mean difference at most {SAME:.0f}, of a tile {SAME_TILE:.0f})",
        look,
    )


def before(picture: Image.Image, colour: str) -> Image.Image:
    layer = picture.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layer.size, colour), layer).convert("RGB")
