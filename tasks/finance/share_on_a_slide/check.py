from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import Claim, GuestView, Score, claim
from checkers.differences.apart import compare_apart, read_apart
from checkers.differences.compare import full_text
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.office_parts import office_parts
from checkers.slides import parse_presentation

MARSH = "/home/user/Documents/marsh.pptx"
TEMPLATE = Path(__file__).with_name("files") / "circle.pptx"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
TARGETS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
TITLE, FOUNDED = "Marsh and Tallow", "Founded in 1969"
RECTANGLES = ([("rect", FOUNDED)], [("roundRect", FOUNDED)])
CLOSES = [103.9, 98.11, 104.27, 118.64]


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, MARSH)
    return Score.all_of(
        differs_from_template(data),
        examine(
            "the company's slide has its name, one chart, and the year in a rectangle below",
            lambda: founded(data),
        ),
        examine("the chart has the four closing prices as columns", lambda: chart(guest)),
        examine("Sources is a link to the market's page", lambda: link(guest)),
        nothing_else(guest, may_add("Documents/marsh.pptx")),
    )


def differs_from_template(data: bytes) -> Claim:
    changes = compare_apart(TEMPLATE.name, {"": TEMPLATE.read_bytes()}, {"": data})
    added = [(change.place.partition("/")[0], change.what) for change in changes]
    return claim(
        "circle.pptx has got the box Sources on its slide, and a slide after it",
        added == [("slide 1", "added"), ("slide 2", "added")] and changes[0].after == "Sources",
        "; ".join(map(str, changes[:5])),
    )


def founded(data: bytes) -> tuple[bool, object]:
    slide = parse_presentation(data, MARSH).slide(2)
    shapes = [
        (node.attributes.get("geometry"), full_text(node).strip())
        for node in read_apart(MARSH, data).children[1].children
        if node.kind == "shape"
    ]
    if (slide.title, sorted(slide.texts)) != (TITLE, [FOUNDED, TITLE]) or shapes not in RECTANGLES:
        return False, (slide.texts, shapes)
    charts = [box for box in slide.boxes if box.kind == "chart"]
    top = slide.box(FOUNDED).y
    return len(charts) == 1 and top >= charts[0].y + charts[0].height - 0.1, (len(charts), top)


def chart(guest: GuestView) -> tuple[bool, object]:
    parts = office_parts(guest, MARSH)
    charts = [name for name in parts.archive.namelist() if name.startswith("ppt/charts/chart")]
    if len(charts) != 1:
        raise Unusable("there is one chart", charts)
    root = parts.xml(charts[0])
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
