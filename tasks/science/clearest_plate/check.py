from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.documents import parse_document, read_document
from checkers.evidence import examine, judged
from checkers.images import difference, open_image
from checkers.negation import affirmed
from checkers.office_parts import office_parts
from checkers.paragraph_styles import styles_kept
from checkers.text_objects import read_text_objects

REPORT = "/home/user/Documents/report.docx"
PLATE = Path(__file__).with_name("files") / "plates" / "plate2.png"
ORIGINAL = Path(__file__).with_name("files") / "report.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
TEXTS = ["Growth at 4 degrees", "The culture was kept cold for nine days.", "Figure 1: plate2.png"]
EMU_PER_INCH = 914_400


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, REPORT)
    texts = document.texts
    given = numbers(affirmed(answer(guest)))

    def picture() -> tuple[bool, object]:
        pictures = read_text_objects(guest, REPORT).pictures
        sizes = [
            int(size.get("cx", "0")) / EMU_PER_INCH
            for size in office_parts(guest, REPORT).xml("word/document.xml").iter(f"{DRAWING}extent")
        ]
        if len(pictures) != 1 or len(sizes) != 1:
            return False, f"{len(pictures)} pictures"
        paragraphs = office_parts(guest, REPORT).xml("word/document.xml").findall(f"{WORD}body/{WORD}p")
        below = ["".join(part.text or "" for part in item.iter(f"{WORD}t")) for item in paragraphs]
        place = pictures[0].paragraph
        apart = difference(open_image(PLATE.read_bytes()), open_image(pictures[0].content))
        is_right = apart < 1 and abs(sizes[0] - 3) < 0.05
        return is_right and [text for text in below[place:] if text] == TEXTS[-1:], (apart, sizes, place)

    return Score.all_of(
        claim("the report has its texts and the figure's line", texts == TEXTS, texts),
        examine("its one picture is the second photograph, 3 inches wide, above the line", picture),
        styles_kept(document, parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)),
        claim("the answer is 28.5", given == [28.5], given),
    )
