from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.images import difference, open_image
from checkers.nothing_else import may_set, nothing_else
from checkers.office_parts import office_parts
from checkers.slides import read_presentation

CAMP = "Documents/camp/camp.pptx"
PATH = f"/home/user/{CAMP}"
TENTS = Path(__file__).parent / "files" / "tents.png"
CROP = "{http://schemas.openxmlformats.org/drawingml/2006/main}srcRect"
TRANSFORM = "{http://schemas.openxmlformats.org/drawingml/2006/main}xfrm"
PICTURE = "{http://schemas.openxmlformats.org/presentationml/2006/main}pic"
CAPTION = "Day three, before the rain"
CENTIMETRES = 2.54
DEGREE = 60000
"""In the units of drawings."""


@judged
def check(guest: GuestView) -> Score:
    tents = read_presentation(guest, PATH).slide(2)
    pictures = [box for box in tents.boxes if box.kind == "picture"]
    places = [
        tuple(round(length / CENTIMETRES, 2) for length in (box.x, box.y, box.width)) for box in pictures
    ]
    others = [
        (box.text.strip(), round(box.y / CENTIMETRES, 2))
        for box in tents.boxes
        if box.kind not in ("title", "picture")
    ]
    return Score.all_of(
        claim("the slide has a picture at its place", places == [(3.0, 2.0, 4.0)], places),
        examine("it is tents.png, and all of it", lambda: shown(guest)),
        examine("it is turned by 8 degrees", lambda: turned(guest)),
        claim("one box has the caption, 5.5 inches from the top", others == [(CAPTION, 5.5)], others),
        nothing_else(guest, may_set(CAMP, "slide 2/picture *", "slide 2/shape *", what="added")),
    )


def shown(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, PATH)
    names = [name for name in parts.archive.namelist() if name.startswith("ppt/media/")]
    photo = open_image(TENTS.read_bytes())
    found = [difference(open_image(parts.content(name)), photo) for name in names]
    crops = list(parts.xml("ppt/slides/slide2.xml").iter(CROP))
    return len(found) == 1 and found[0] < 1 and not any(crop.attrib for crop in crops), found


def turned(guest: GuestView) -> tuple[bool, object]:
    slide = office_parts(guest, PATH).xml("ppt/slides/slide2.xml")
    angles = [place.get("rot", "0") for picture in slide.iter(PICTURE) for place in picture.iter(TRANSFORM)]
    return angles == [str(8 * DEGREE)], angles
