from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, judged
from checkers.files import file_is
from checkers.images import difference, open_image
from checkers.office_parts import office_parts
from checkers.slides import parse_presentation, read_presentation

FOLDER = "/home/user/Documents/bakery"
YEAR = f"{FOLDER}/year.pptx"
ORIGINALS = Path(__file__).with_name("files")
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CENTIMETRES = 2.54


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, YEAR)
    if slides.titles != ["Year of the bakery", "Loaves a day"]:
        return Score.all_of(claim("the slides are the two that were there", False, slides.titles))
    first = parse_presentation((ORIGINALS / "year.pptx").read_bytes(), "year.pptx").slides[0]
    pictures = [box for box in slides.slides[0].boxes if box.kind == "picture"]
    places = [
        tuple(round(length / CENTIMETRES, 2) for length in (box.x, box.y, box.width, box.height))
        for box in pictures
    ]
    return Score.all_of(
        claim(
            "the first slide keeps its texts", slides.slides[0].texts == first.texts, slides.slides[0].texts
        ),
        examine("the chart has the three years", lambda: chart(guest)),
        claim("the first slide has a picture at its place", places == [(8.0, 0.5, 1.5, 1.5)], places),
        examine("it is loaf.png", lambda: picture(guest)),
        file_is(guest, f"{FOLDER}/count.pptx", (ORIGINALS / "count.pptx").read_bytes()),
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
    loaf = open_image((ORIGINALS / "loaf.png").read_bytes())
    found = [difference(open_image(parts.content(name)), loaf) for name in names]
    return any(value < 1 for value in found), found
