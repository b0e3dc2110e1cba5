from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.differences.apart import read_apart
from checkers.differences.compare import Change, compare, full_text
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import examine, fetch, judged
from checkers.nothing_else import may_set, nothing_else
from checkers.office_parts import office_parts
from checkers.slides import parse_presentation

MEETING = "Documents/meeting.pptx"
PATH = f"/home/user/{MEETING}"
ORIGINAL = Path(__file__).with_name("files") / "meeting.pptx"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PROPERTY = "{http://purl.org/dc/elements/1.1/}"
THANKS = ["Ludo for the compost", "Mira for the seeds"]
TABLE = [
    ["Plot", "Beans (kg)", "Apples (kg)"],
    ["Lower bed", "14", "0"],
    ["Orchard", "0", "61"],
    ["Terrace", "5.5", "8"],
]


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, PATH)
    meeting = parse_presentation(data, MEETING)
    if meeting.titles != ["Garden club", "Plans", "Thanks", "Harvest"]:
        return Score.all_of(claim("the slides are the two old and the two new ones", False, meeting.titles))
    first, plans, thanks, _ = meeting.slides
    slides = read_slides(data)

    def table() -> tuple[bool, object]:
        rows = list(slide_xml(guest, 4).iter(f"{DRAWING}tr"))
        texts = [[text(cell) for cell in row.findall(f"{DRAWING}tc")] for row in rows]
        return texts == TABLE, texts

    def bold() -> tuple[bool, object]:
        row = next(slide_xml(guest, 4).iter(f"{DRAWING}tr"), None)
        runs = [] if row is None else list(row.iter(f"{DRAWING}r"))
        found = [run.find(f"{DRAWING}rPr") for run in runs]
        return bool(runs) and all(item is not None and item.get("b") == "1" for item in found), len(runs)

    changes = list(compare(read_slides(ORIGINAL.read_bytes())[1], slides[1]))
    points = bullets(slides[2])
    properties = office_parts(guest, PATH).xml("docProps/core.xml")
    named = [properties.findtext(f"{PROPERTY}{name}", "") for name in ("title", "creator")]
    return Score.all_of(
        claim(
            "the first slide has a box more",
            sorted(first.texts) == ["Garden club", "Hall, 7 pm", "Yearly meeting"]
            and contents(slides[0]).count("shape") == 1,
            first.texts,
        ),
        claim("the plans are right", plans.texts == ["Plans", "A new fence by May"], plans.texts),
        claim("they look as before", only_texts(changes), changes),
        claim(
            "the thanks are two boxes",
            thanks.texts == ["Thanks", "\n".join(THANKS)] and len(contents(slides[2])) == 2,
            thanks.texts,
        ),
        claim("they are bullet points", list(points) == THANKS and len(set(points.values())) == 1, points),
        claim("the harvest is a table alone", contents(slides[3]) == ["placeholder", "table"]),
        claim("the new slides look as that on the plans does", alike(slides[1:])),
        examine("the table has what harvest.csv has", table),
        examine("its titles are bold", bold),
        claim("title and author are set", named == ["Garden club 2026", "Ludo Brandt"], named),
        nothing_else(
            guest,
            may_set(MEETING, "slide 1/shape *", what="added"),
            # As its text is another one, the slide on the plans counts as a new one.
            may_set(MEETING, "slide 2", "slide 3", "slide 4", what=("added", "removed")),
        ),
    )


def read_slides(data: bytes) -> list[TreeNode]:
    return [node for node in read_apart(MEETING, data).children if node.kind == "slide"]


def bullets(slide: TreeNode) -> dict[str, Value]:
    """The texts with a bullet, and how far each is from the left."""
    paragraphs = [paragraph for box in slide.children for paragraph in box.children]
    return {
        each.text: each.attributes.get("left margin") for each in paragraphs if each.attributes.get("bullet")
    }


def contents(slide: TreeNode) -> list[str]:
    """The kinds of what is on a slide, but for placeholders without text."""
    seen = [node for node in slide.children if node.kind != "placeholder" or full_text(node).strip()]
    return [node.kind for node in seen if node.kind != "master"]


def alike(slides: list[TreeNode]) -> bool:
    """Whether slides have one background, and titles of one look."""
    one, *others = slides
    changes = [change for other in others for change in compare(title(one), title(other))]
    return all(other.attributes == one.attributes for other in others) and only_texts(changes)


def title(slide: TreeNode) -> TreeNode:
    return next((node for node in slide.children if node.name == "title"), slide)


def only_texts(changes: Iterable[Change]) -> bool:
    return all(change.what == "text" for change in changes)


def slide_xml(guest: GuestView, number: int) -> Element:
    return office_parts(guest, PATH).xml(f"ppt/slides/slide{number}.xml")


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{DRAWING}t")).strip()
