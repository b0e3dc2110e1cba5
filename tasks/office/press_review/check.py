import io
from xml.etree.ElementTree import Element

import docx

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.documents import parse_document
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.office_parts import office_parts

PATH = "Documents/review.docx"
REVIEW = f"/home/user/{PATH}"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TITLE = "Hollin in September 2026"
ARTICLES = [
    ("Dairy to open in Hollin", "2026-09-04"),
    ("Hollin council approves tram line", "2026-09-13"),
    ("Hollin wins the rowing cup", "2026-09-14"),
    ("Hollin council approves night bus", "2026-09-23"),
    ("Hollin council approves tram line", "2026-09-29"),
]
TEXTS = [TITLE, *(headline for headline, _ in ARTICLES)]
NOT_LOOKS = ("hidden", "strike", "comment", "records changes", "added", "removed")


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, REVIEW)
    document = parse_document(data, PATH)
    headings = [item.text for item in document.paragraphs if item.style == "Heading 1"]
    parts = office_parts(guest, REVIEW)
    notes = {note.get(f"{WORD}id"): text(note) for note in parts.xml("word/footnotes.xml")}
    noted = [
        (text(paragraph), " ".join(notes.get(place.get(f"{WORD}id"), "") for place in places))
        for paragraph in parts.xml("word/document.xml").iter(f"{WORD}p")
        if (places := list(paragraph.iter(f"{WORD}footnoteReference")))
    ]
    changes = compare_apart(PATH, {"": review()}, {"": data})
    others = [
        str(change)
        for change in changes
        if change.what in NOT_LOOKS and (change.before or change.after) and "/footnote" not in change.place
    ]
    return Score.all_of(
        claim("the texts are the heading and the headlines", document.texts == TEXTS, document.texts),
        claim("the heading is of the first level", headings == [TITLE], headings),
        claim("each headline has its day as footnote", noted == ARTICLES, noted),
        claim("they are all there is, and visible", not others, others[:5]),
        nothing_else(guest, may_add(PATH)),
    )


def review() -> bytes:
    """The document as it should be, but for the footnotes."""
    document = docx.Document()
    document.add_heading(TITLE, 1)
    for headline, _ in ARTICLES:
        document.add_paragraph(headline)
    document.save(out := io.BytesIO())
    return out.getvalue()


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t")).strip()
