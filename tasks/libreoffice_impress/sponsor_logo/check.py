from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.archives import open_package, read
from checkers.evidence import examine, fetch, judged
from checkers.images import difference, open_image
from checkers.slide_model import Box, Presentation
from checkers.slides import parse_presentation

FILES = Path(__file__).parent / "files"
PRESENTATION = "repair_saturday.pptx"
LOGO = "brewer-cycles-blue.png"
SIZE = (6.35, 3.175)
"""Width and height, in centimetres, that the logo has by itself: 240 x 120 pixels at 96 to the inch."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/Documents/{PRESENTATION}")
    presentation = parse_presentation(data, PRESENTATION)
    original = parse_presentation((FILES / PRESENTATION).read_bytes(), PRESENTATION)
    texts = [slide.texts for slide in presentation.slides]
    hidden = [number for number, slide in enumerate(presentation.slides, 1) if slide.hidden]
    return Score.all_of(
        claim("the slides' text is the same", texts == [slide.texts for slide in original.slides], texts),
        claim("no slide is hidden", not hidden, hidden),
        the_picture_is_the_logo(data),
        *place_claims(presentation),
    )


def the_picture_is_the_logo(data: bytes) -> Claim:
    """LibreOffice keeps in the file the pictures that its slides show."""

    def look() -> tuple[bool, object]:
        with open_package(data, PRESENTATION) as package:
            media = [name for name in package.namelist() if name.startswith("ppt/media/")]
            if len(media) != 1:
                return False, media
            apart = difference(
                open_image((FILES / "logos" / LOGO).read_bytes()), open_image(read(package, media[0]))
            )
        return apart < 4, f"pixels differ by {apart:.1f} of 255"

    return examine(f"the presentation's picture is {LOGO}", look)


def place_claims(presentation: Presentation) -> list[Claim]:
    pictures = [[box for box in slide.boxes if box.kind == "picture"] for slide in presentation.slides]
    counts = [len(boxes) for boxes in pictures]
    alone = claim("one picture is on the last slide, none elsewhere", counts == [0, 0, 1], counts)
    if not alone.holds:
        return [alone]
    picture: Box = pictures[-1][0]
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
