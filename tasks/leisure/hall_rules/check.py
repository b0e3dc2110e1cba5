from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.office_parts import office_parts

RULES = "/home/user/Documents/rules.docx"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
NOTE = "Socks are not enough."
SOLES = "Shoes with dark soles stay outside."
TEXTS = [
    "Rules of the hall",
    "Booking",
    "Courts are booked on the club's website.",
    "A booking is free of charge until noon of the day before.",
    "Play",
    "Games end ten minutes before the hour.",
    "Before you leave:",
    "Sweep the court.",
    "Switch off the light.",
    "Close the windows.",
    "Shoes",
    SOLES,
    "Hours",
    "The hall opens at 6 am.",
]
LIST = TEXTS[7:10]


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, RULES)
    parts = office_parts(guest, RULES)
    body = parts.xml("word/document.xml")
    headings = [paragraph.text for paragraph in document.paragraphs if paragraph.style == "Heading 1"]
    listed = [text(item) for item in body.iter(f"{WORD}p") if is_listed(item)]
    noted = [
        text(item) for item in body.iter(f"{WORD}p") if item.find(f".//{WORD}footnoteReference") is not None
    ]
    notes = [text(note).strip() for note in parts.xml("word/footnotes.xml").iter(f"{WORD}footnote")]
    return Score.all_of(
        claim("the texts are right", document.texts == TEXTS, document.texts),
        claim("the headings are right", headings == ["Booking", "Play", "Shoes", "Hours"], headings),
        claim("the title keeps its style", document.paragraphs[0].style == "Title"),
        claim("the three duties are a list", listed == LIST, listed),
        claim("the one footnote is in the sentence on soles", noted == [SOLES], noted),
        claim("it says that socks are not enough", [note for note in notes if note] == [NOTE], notes),
    )


def text(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter(f"{WORD}t"))


def is_listed(paragraph: Element) -> bool:
    style = paragraph.find(f"{WORD}pPr/{WORD}pStyle")
    named = style is not None and style.get(f"{WORD}val", "").lower().startswith("listbullet")
    return named or paragraph.find(f"{WORD}pPr/{WORD}numPr") is not None
