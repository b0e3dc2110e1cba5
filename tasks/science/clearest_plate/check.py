from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import examine, judged
from checkers.images import difference, open_image
from checkers.nothing_else import may_add, may_change, nothing_else
from checkers.office_parts import office_parts
from checkers.text_objects import read_text_objects
from checkers.values import Number, value_claim

REPORT = "Documents/report.docx"
PLATE = Path(__file__).with_name("files") / "plates" / "plate2.png"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
TEXTS = ["Growth at 4 degrees", "The culture was kept cold for nine days.", "Figure 1: plate2.png"]
DEVIATIONS = "plate 1: 11.1, 11.12; plate 2: 28.5; plate 3: 15.8, 15.82"
EMU_PER_INCH = 914_400


@judged
def check(guest: GuestView) -> Score:
    """OpenCV's server leaves what it shows beside a photograph."""
    path = f"/home/user/{REPORT}"
    texts = read_document(guest, path).texts

    def picture() -> tuple[bool, object]:
        pictures = read_text_objects(guest, path).pictures
        sizes = [
            int(size.get("cx", "0")) / EMU_PER_INCH
            for size in office_parts(guest, path).xml("word/document.xml").iter(f"{DRAWING}extent")
        ]
        if len(pictures) != 1 or len(sizes) != 1:
            return False, f"{len(pictures)} pictures"
        paragraphs = office_parts(guest, path).xml("word/document.xml").findall(f"{WORD}body/{WORD}p")
        below = ["".join(part.text or "" for part in item.iter(f"{WORD}t")) for item in paragraphs]
        place = pictures[0].paragraph
        apart = difference(open_image(PLATE.read_bytes()), open_image(pictures[0].content))
        is_right = apart < 1 and abs(sizes[0] - 3) < 0.05
        return is_right and [text for text in below[place:] if text] == TEXTS[-1:], (apart, sizes, place)

    return Score.all_of(
        claim("the figure's line ends the report", texts == TEXTS, texts),
        examine("its one picture is the second photograph, 3 inches wide, above the line", picture),
        value_claim(
            guest, "the standard deviation is 28.5", Number(28.5, decimals=1), given=f"Figure 1; {DEVIATIONS}"
        ),
        nothing_else(
            guest,
            may_change(REPORT, "paragraph 3", "paragraph 4", what="added"),
            may_add("Pictures/plates/plate*_*_*.png"),
        ),
    )
