from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.images import difference, open_image
from checkers.office_parts import office_parts
from checkers.slides import read_presentation

CAMP = "/home/user/Documents/camp/camp.pptx"
TENTS = Path(__file__).parent / "files" / "tents.png"
TRANSFORM = "{http://schemas.openxmlformats.org/drawingml/2006/main}xfrm"
PICTURE = "{http://schemas.openxmlformats.org/presentationml/2006/main}pic"
CAPTION = "Day three, before the rain"
TITLES = ["Scouts' camp 2027", "Our tents", "Packing"]
CENTIMETRES = 2.54
DEGREE = 60000
"""In the units of drawings."""


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, CAMP)
    if slides.titles != TITLES:
        return Score.all_of(claim("the slides are the three that were there", False, slides.titles))
    first, tents, packing = slides.slides
    pictures = [box for box in tents.boxes if box.kind == "picture"]
    places = [
        tuple(round(length / CENTIMETRES, 2) for length in (box.x, box.y, box.width)) for box in pictures
    ]
    tops = [round(box.y / CENTIMETRES, 2) for box in tents.boxes if box.text.strip() == CAPTION]
    return Score.all_of(
        claim("the slide has a picture at its place", places == [(3.0, 2.0, 4.0)], places),
        examine("it is tents.png", lambda: shown(guest)),
        examine("it is turned by 8 degrees", lambda: turned(guest)),
        claim(
            "the slide has the caption and no other text",
            sorted(tents.texts) == [CAPTION, TITLES[1]],
            tents.texts,
        ),
        claim("the caption is 5.5 inches from the top", tops == [5.5], tops),
        claim("the first slide stays", first.texts == [TITLES[0], "For the parents' evening"], first.texts),
        claim(
            "the others have no picture",
            not any(box.kind == "picture" for slide in (first, packing) for box in slide.boxes),
        ),
    )


def shown(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, CAMP)
    names = [name for name in parts.archive.namelist() if name.startswith("ppt/media/")]
    photo = open_image(TENTS.read_bytes())
    found = [difference(open_image(parts.content(name)), photo) for name in names]
    return len(found) == 1 and found[0] < 1, found


def turned(guest: GuestView) -> tuple[bool, object]:
    slide = office_parts(guest, CAMP).xml("ppt/slides/slide2.xml")
    angles = [place.get("rot", "0") for picture in slide.iter(PICTURE) for place in picture.iter(TRANSFORM)]
    return angles == [str(8 * DEGREE)], angles
