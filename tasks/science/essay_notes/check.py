from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.office_parts import office_parts

ESSAY = "Documents/essay.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = [
    "Islands",
    "Darwin visited the islands in 1835.",
    "The finches differ from island to island.",
    "Their beaks follow their food.",
    "Wallace came to the same idea.",
]
NOTES = {TEXTS[2]: "Thirteen species.", TEXTS[4]: "See the letter of 1858."}
DARWIN, FINCHES, BEAKS = "paragraph 2", "paragraph 3", "paragraph 4"


@judged
def check(guest: GuestView) -> Score:
    """A footnote's place is a character of its paragraph."""
    path = f"/home/user/{ESSAY}"
    texts = read_document(guest, path).texts
    parts = office_parts(guest, path)
    notes = {note.get(f"{WORD}id"): text(note) for note in parts.xml("word/footnotes.xml")}
    noted = [
        (text(paragraph), notes.get(place.get(f"{WORD}id"), "missing"))
        for paragraph in parts.xml("word/document.xml").iter(f"{WORD}p")
        for place in paragraph.iter(f"{WORD}footnoteReference")
    ]
    written = sorted(note for note in notes.values() if note)
    return Score.all_of(
        claim("the sentences are there", texts == TEXTS, texts),
        claim("the finches and Wallace have their footnotes", noted == list(NOTES.items()), noted),
        claim("there are no others", written == sorted(NOTES.values()), written),
        nothing_else(
            guest,
            may_change(ESSAY, DARWIN, FINCHES, BEAKS, what="text"),
            may_change(ESSAY, f"{DARWIN}/footnote 1", f"{BEAKS}/footnote 1", what="removed"),
            may_change(ESSAY, f"{FINCHES}/footnote 1", what="added"),
        ),
    )


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t")).strip()
