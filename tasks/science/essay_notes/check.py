from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.office_parts import office_parts
from checkers.paragraph_styles import styles_kept

ORIGINAL = Path(__file__).with_name("files") / "essay.docx"
ESSAY = "/home/user/Documents/essay.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = [
    "Islands",
    "Darwin visited the islands in 1835.",
    "The finches differ from island to island.",
    "Their beaks follow their food.",
    "Wallace came to the same idea.",
]
NOTES = {TEXTS[2]: "Thirteen species.", TEXTS[4]: "See the letter of 1858."}


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, ESSAY)
    texts = document.texts
    parts = office_parts(guest, ESSAY)
    notes = {note.get(f"{WORD}id"): text(note) for note in parts.xml("word/footnotes.xml")}
    noted = [
        (text(paragraph), notes.get(place.get(f"{WORD}id"), "missing"))
        for paragraph in parts.xml("word/document.xml").iter(f"{WORD}p")
        for place in paragraph.iter(f"{WORD}footnoteReference")
    ]
    written = sorted(note for note in notes.values() if note)
    return Score.all_of(
        claim("the sentences stay", texts == TEXTS, texts),
        styles_kept(document, parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)),
        claim("the finches and Wallace have their footnotes", noted == list(NOTES.items()), noted),
        claim("there are no others", written == sorted(NOTES.values()), written),
    )


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t")).strip()
