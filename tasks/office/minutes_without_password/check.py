from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged

TEXTS = [
    "Minutes of the safety committee",
    "Held on 4 November 2026 in the board room.",
    "The fire doors of the workshop are to be repaired by the end of the year.",
    "Next meeting: 9 December.",
]


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/minutes.docx")
    styles = [paragraph.style for paragraph in document.paragraphs if paragraph.text.strip()]
    return Score.all_of(
        claim("the minutes open and say what they said", document.texts == TEXTS, document.texts),
        claim("the first line is their heading", styles[:1] == ["Heading 1"], styles),
    )
