from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.archives import open_package, read
from checkers.differences.apart import read_apart
from checkers.differences.tree import Length
from checkers.evidence import examine, fetch, judged
from checkers.images import difference, open_image
from checkers.nothing_else import may_change, nothing_else
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation

LOGO = Path(__file__).parent / "files" / "logos" / "brewer-cycles-blue.png"
PATH = "Documents/repair_saturday.pptx"
LAST = 3
SIZE = (6.35, 3.175)
"""Width and height, in centimetres, that the logo has by itself: 240 x 120 pixels at 96 to the inch."""
OWN = ("left", "top", "width", "height", "geometry", "picture", "description")
"""What every picture has."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{PATH}")
    return Score.all_of(
        the_picture_is_the_logo(data),
        *place_claims(parse_presentation(data, PATH)),
        it_is_shown_as_it_is(data),
        nothing_else(guest, may_change(PATH, f"slide {LAST}/picture *", what="added")),
    )


def the_picture_is_the_logo(data: bytes) -> Claim:
    """LibreOffice keeps in the file the pictures that its slides show."""

    def look() -> tuple[bool, object]:
        with open_package(data, PATH) as package:
            media = [name for name in package.namelist() if name.startswith("ppt/media/")]
            if len(media) != 1:
                return False, media
            apart = difference(open_image(LOGO.read_bytes()), open_image(read(package, media[0])))
        return apart < 4, f"pixels differ by {apart:.1f} of 255"

    return examine(f"the presentation's picture is {LOGO.name}", look)


def place_claims(presentation: Presentation) -> list[Claim]:
    boxes = presentation.slide(LAST).boxes
    pictures = [box for box in boxes if box.kind == "picture"]
    alone = claim("one picture is on the last slide", len(pictures) == 1, [box.kind for box in boxes])
    if not alone.holds:
        return [alone]
    (picture,) = pictures
    right, bottom = picture.x + picture.width, picture.y + picture.height
    size = (picture.width, picture.height)
    return [
        alone,
        claim("it touches the right edge", abs(right - presentation.width) < 0.15, f"{right:.2f} cm"),
        claim("it touches the bottom edge", abs(bottom - presentation.height) < 0.15, f"{bottom:.2f} cm"),
        claim(
            "it has its own size",
            all(abs(one - other) < 0.15 for one, other in zip(size, SIZE, strict=True)),
            f"{size[0]:.2f} x {size[1]:.2f} cm",
        ),
    ]


def it_is_shown_as_it_is(data: bytes) -> Claim:
    """The picture is not cropped, turned, framed, recoloured or hidden."""
    slide = read_apart(PATH, data).children[LAST - 1]
    looks = [picture.attributes.items() for picture in slide.children if picture.kind == "picture"]
    altered = [
        name
        for attributes in looks
        for name, value in attributes
        if name not in OWN and value not in (None, Length(0.0))
    ]
    return claim("it is shown as it is", not altered, altered)
