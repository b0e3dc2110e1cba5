from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.office_parts import office_parts

REVIEW = "/home/user/Documents/review.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TITLE = "Hollin in September 2026"
ARTICLES = [
    ("Dairy to open in Hollin", "2026-09-04"),
    ("Hollin council approves tram line", "2026-09-13"),
    ("Hollin wins the rowing cup", "2026-09-14"),
    ("Hollin council approves night bus", "2026-09-23"),
    ("Hollin council approves tram line", "2026-09-29"),
]


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, REVIEW)
    headings = [item.text for item in document.paragraphs if item.style == "Heading 1"]
    parts = office_parts(guest, REVIEW)
    notes = {note.get(f"{WORD}id"): text(note) for note in parts.xml("word/footnotes.xml")}
    noted = [
        (text(paragraph), " ".join(notes.get(place.get(f"{WORD}id"), "") for place in places))
        for paragraph in parts.xml("word/document.xml").iter(f"{WORD}p")
        if (places := list(paragraph.iter(f"{WORD}footnoteReference")))
    ]
    texts = [TITLE, *(headline for headline, _ in ARTICLES)]
    return Score.all_of(
        claim("the texts are the heading and the headlines", document.texts == texts, document.texts),
        claim("the heading is of the first level", headings == [TITLE], headings),
        claim("each headline has its day as footnote", noted == ARTICLES, noted),
    )


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t")).strip()
