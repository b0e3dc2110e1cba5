from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.office_parts import office_parts
from checkers.slides import read_presentation

MEETING = "/home/user/Documents/meeting.pptx"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PROPERTY = "{http://purl.org/dc/elements/1.1/}"
TABLE = [
    ["Plot", "Beans (kg)", "Apples (kg)"],
    ["Lower bed", "14", "0"],
    ["Orchard", "0", "61"],
    ["Terrace", "5.5", "8"],
]


@judged
def check(guest: GuestView) -> Score:
    meeting = read_presentation(guest, MEETING)
    if meeting.titles != ["Garden club", "Plans", "Thanks", "Harvest"]:
        return Score.all_of(claim("the slides are the two old and the two new ones", False, meeting.titles))
    first, plans, thanks, harvest = meeting.slides

    def table() -> tuple[bool, object]:
        rows = list(slide_xml(guest, 4).iter(f"{DRAWING}tr"))
        texts = [[text(cell) for cell in row.findall(f"{DRAWING}tc")] for row in rows]
        return texts == TABLE, texts

    def bold() -> tuple[bool, object]:
        row = next(slide_xml(guest, 4).iter(f"{DRAWING}tr"), None)
        runs = [] if row is None else list(row.iter(f"{DRAWING}r"))
        found = [run.find(f"{DRAWING}rPr") for run in runs]
        return bool(runs) and all(item is not None and item.get("b") == "1" for item in found), len(runs)

    properties = office_parts(guest, MEETING).xml("docProps/core.xml")
    named = [properties.findtext(f"{PROPERTY}{name}", "") for name in ("title", "creator")]
    return Score.all_of(
        claim(
            "the first slide has a box more",
            sorted(first.texts) == ["Garden club", "Hall, 7 pm", "Yearly meeting"],
            first.texts,
        ),
        claim("the plans are right", plans.texts == ["Plans", "A new fence by May"], plans.texts),
        claim(
            "the thanks are two points",
            thanks.texts == ["Thanks", "Ludo for the compost\nMira for the seeds"],
            thanks.texts,
        ),
        claim(
            "the harvest is a table alone",
            [box.kind for box in harvest.boxes if box.kind == "table" or box.text.strip()]
            == ["title", "table"],
        ),
        examine("the table has what harvest.csv has", table),
        examine("its titles are bold", bold),
        claim("title and author are set", named == ["Garden club 2026", "Ludo Brandt"], named),
    )


def slide_xml(guest: GuestView, number: int) -> Element:
    return office_parts(guest, MEETING).xml(f"ppt/slides/slide{number}.xml")


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{DRAWING}t")).strip()
