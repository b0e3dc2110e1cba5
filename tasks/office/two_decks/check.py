from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.differences.apart import read_apart
from checkers.differences.tree import Length
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.images import difference, open_image
from checkers.nothing_else import may_change, nothing_else
from checkers.office_parts import office_parts
from checkers.slides import parse_presentation

PATH = "Documents/bakery/year.pptx"
YEAR = f"/home/user/{PATH}"
LOAF = Path(__file__).with_name("files") / "loaf.png"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CENTIMETRES = 2.54
OWN = ("left", "top", "width", "height", "geometry", "picture", "description")
"""What every picture has."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, YEAR)
    boxes = parse_presentation(data, PATH).slide(1).boxes
    places = [
        tuple(round(length / CENTIMETRES, 2) for length in (box.x, box.y, box.width, box.height))
        for box in boxes
        if box.kind == "picture"
    ]
    return Score.all_of(
        examine("the chart has the three years", lambda: chart(guest)),
        claim("the first slide has a picture at its place", places == [(8.0, 0.5, 1.5, 1.5)], places),
        examine("it is loaf.png", lambda: picture(guest)),
        examine("it is shown as it is", lambda: plain(data)),
        nothing_else(
            guest,
            may_change(PATH, "slide 2/chart Chart 2", what=("categories", "text")),
            may_change(PATH, "slide 1/picture *", what="added"),
        ),
    )


def chart(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, YEAR)
    names = [name for name in parts.archive.namelist() if name.startswith("ppt/charts/chart")]
    if len(names) != 1:
        raise Unusable("there is one chart", names)
    series = list(parts.xml(names[0]).iter(f"{CHART}ser"))
    found = [
        (values(item, "tx"), values(item, "cat"), list(map(float, values(item, "val")))) for item in series
    ]
    return found == [(["Loaves"], ["2024", "2025", "2026"], [410, 455, 492])], found


def values(series: Element, part: str) -> list[str]:
    """The cached values of a part of a series."""
    return [value.text or "" for found in series.iter(f"{CHART}{part}") for value in found.iter(f"{CHART}v")]


def picture(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, YEAR)
    names = [name for name in parts.archive.namelist() if name.startswith("ppt/media/")]
    loaf = open_image(LOAF.read_bytes())
    found = [difference(open_image(parts.content(name)), loaf) for name in names]
    return any(value < 1 for value in found), found


def plain(data: bytes) -> tuple[bool, object]:
    """The picture is not cropped, turned, framed, recoloured or hidden."""
    slide = read_apart(PATH, data).children[0]
    altered = [
        name
        for shape in slide.children
        for name, value in shape.attributes.items()
        if shape.kind == "picture" and name not in OWN and value not in (None, Length(0.0))
    ]
    return not altered, altered
