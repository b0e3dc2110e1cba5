from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.document_tables import read_document_tables
from checkers.evidence import judged
from checkers.nothing_else import may_change, may_set, nothing_else
from checkers.office_parts import office_parts
from checkers.text_objects import read_text_objects

PROGRAMME = "Documents/recital/programme.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
EXTENT = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}extent"
NOTES = Path(__file__).parent / "files" / "notes.png"
CELLO = "The Swan is played on a cello that the town has lent us."
THANKS = "Thanks to the town council."
ROWS = 5
INCH = 914400
"""In the units of drawings."""


@judged
def check(guest: GuestView) -> Score:
    path = f"/home/user/{PROGRAMME}"
    tables = read_document_tables(guest, path)
    pictures = read_text_objects(guest, path).pictures
    parts = office_parts(guest, path)
    body = parts.xml("word/document.xml")
    paragraphs = body.findall(f"{WORD}body/{WORD}p")
    written = [number for number, paragraph in enumerate(paragraphs) if text_of(paragraph).strip()]
    sizes = [
        int(extent.get("cx", "0")) / INCH for extent in body.iter(EXTENT) if extent.get("cx", "").isdigit()
    ]
    widths = [[cell.width for cell in row[:2]] for table in tables for row in table.rows]
    noted = [text_of(item) for item in paragraphs if item.find(f".//{WORD}footnoteReference") is not None]
    notes = [text_of(note).strip() for note in parts.xml("word/footnotes.xml").iter(f"{WORD}footnote")]
    return Score.all_of(
        claim("times and pieces have their widths", widths == [[60.0, 200.0]] * ROWS, widths),
        claim("the one footnote is in the sentence on the cello", noted == [CELLO], noted),
        claim("it thanks the town council", [note for note in notes if note] == [THANKS], notes),
        claim("notes.png is in it once", [item.content for item in pictures] == [NOTES.read_bytes()]),
        claim(
            "it comes after all texts", bool(pictures) and pictures[-1].paragraph > max(written, default=0)
        ),
        claim("it is 3 inches wide", len(sizes) == 1 and abs(sizes[0] - 3) < 0.01, sizes),
        nothing_else(
            guest,
            may_set(PROGRAMME, "table 1/column 1", "table 1/column 2", what="width"),
            may_set(PROGRAMME, "table 1/row */cell 1", "table 1/row */cell 2", what="width"),
            may_change(PROGRAMME, "paragraph 3", what=("text", "added")),  # on the cello
            may_set(PROGRAMME, "paragraph 5", what="added"),  # the picture's
        ),
    )


def text_of(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t"))
