from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, judged
from checkers.files import file_is
from checkers.office_parts import office_parts
from checkers.slides import parse_presentation, read_presentation

DOCUMENTS = "/home/user/Documents"
MARSH = f"{DOCUMENTS}/marsh.pptx"
TEMPLATE = Path(__file__).with_name("files") / "circle.pptx"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
TARGETS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
CLOSES = [103.9, 98.11, 104.27, 118.64]


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, MARSH)
    if slides.titles != ["Investment circle", "Marsh and Tallow"]:
        return Score.all_of(claim("there are the title slide and the company's", False, slides.titles))
    first, company = slides.slides
    before = parse_presentation(TEMPLATE.read_bytes(), TEMPLATE.name).slides[0]
    charts = [box for box in company.boxes if box.kind == "chart"]
    founded = [box for box in company.boxes if box.text == "Founded in 1969"]
    below = len(charts) == len(founded) == 1 and founded[0].y >= charts[0].y + charts[0].height - 0.1
    return Score.all_of(
        claim(
            "the first slide has Sources beside its texts",
            sorted(first.texts) == sorted([*before.texts, "Sources"]),
            first.texts,
        ),
        claim("the company's slide says when it was founded, below its one chart", below, company.texts),
        examine("the chart has the four closing prices as columns", lambda: chart(guest)),
        examine("Sources is a link to the market's page", lambda: link(guest)),
        file_is(guest, f"{DOCUMENTS}/circle.pptx", TEMPLATE.read_bytes()),
    )


def chart(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, MARSH)
    [name] = [name for name in parts.archive.namelist() if name.startswith("ppt/charts/chart")] or [""]
    if not name:
        raise Unusable("there is a chart", "none")
    root = parts.xml(name)
    kinds = [item.get("val") for item in root.iter(f"{CHART}barDir")]
    series = [
        (
            [text.strip() for text in names(item, "tx")],
            names(item, "cat"),
            [float(value) for value in names(item, "val")],
        )
        for item in root.iter(f"{CHART}ser")
    ]
    return (kinds, series) == (["col"], [(["Close"], ["Q1", "Q2", "Q3", "Q4"], CLOSES)]), (kinds, series)


def names(series: Element, part: str) -> list[str]:
    """The cached values of a part of a series."""
    return [value.text or "" for found in series.iter(f"{CHART}{part}") for value in found.iter(f"{CHART}v")]


def link(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, MARSH)
    targets = {
        item.get("Id"): item.get("Target")
        for item in parts.xml("ppt/slides/_rels/slide1.xml.rels").iter(TARGETS)
    }
    key = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    links = {}
    for run in parts.xml("ppt/slides/slide1.xml").iter(f"{DRAWING}r"):
        clicked = run.find(f"{DRAWING}rPr/{DRAWING}hlinkClick")
        if clicked is not None:
            links[run.findtext(f"{DRAWING}t", "")] = targets.get(clicked.get(key))
    return links == {"Sources": "https://market.example/marsh"}, links
