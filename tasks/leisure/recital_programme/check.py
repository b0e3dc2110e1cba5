from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.document_tables import read_document_tables
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.office_parts import office_parts
from checkers.paragraph_styles import styles_kept
from checkers.text_objects import read_text_objects

PROGRAMME = "/home/user/Documents/recital/programme.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
EXTENT = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}extent"
NOTES = Path(__file__).parent / "files" / "notes.png"
ORIGINAL = NOTES.with_name("programme.docx")
CELLO = "The Swan is played on a cello that the town has lent us."
THANKS = "Thanks to the town council."
TEXTS = [
    "Recital of the music school",
    "Saturday 24 April 2027, 5 pm, Old Granary",
    CELLO,
    "Doors open half an hour before.",
]
TABLE = [
    ["Time", "Piece", "Player"],
    ["17:00", "Minuet in G", "Ida Faro"],
    ["17:10", "The Swan", "Jon Aker"],
    ["17:25", "Country Dance", "Class 4b"],
    ["17:40", "Sonatina", "Mira Holt"],
]
INCH = 914400
"""In the units of drawings."""


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, PROGRAMME)
    texts = [text for text in document.texts if text.strip()]
    tables = read_document_tables(guest, PROGRAMME)
    pictures = read_text_objects(guest, PROGRAMME).pictures
    parts = office_parts(guest, PROGRAMME)
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
        claim("the texts are what they were", texts == TEXTS, texts),
        styles_kept(document, parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)),
        claim("so is the table", [table.texts for table in tables] == [TABLE]),
        claim("times and pieces have their widths", widths == [[60.0, 200.0]] * len(TABLE), widths),
        claim("the one footnote is in the sentence on the cello", noted == [CELLO], noted),
        claim("it thanks the town council", [note for note in notes if note] == [THANKS], notes),
        claim("notes.png is in it once", [item.content for item in pictures] == [NOTES.read_bytes()]),
        claim(
            "it comes after all texts", bool(pictures) and pictures[-1].paragraph > max(written, default=0)
        ),
        claim("it is 3 inches wide", len(sizes) == 1 and abs(sizes[0] - 3) < 0.01, sizes),
    )


def text_of(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t"))
