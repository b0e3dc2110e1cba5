import io

import docx

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.documents import parse_document
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_change, nothing_else

PATH = "Documents/minutes.docx"
TEXTS = [
    "Minutes of the safety committee",
    "Held on 4 November 2026 in the board room.",
    "The fire doors of the workshop are to be repaired by the end of the year.",
    "Next meeting: 9 December.",
]


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{PATH}")
    document = parse_document(data, PATH)
    changes = [str(change) for change in compare_apart(PATH, {"": minutes()}, {"": data})]
    return Score.all_of(
        claim("the minutes open and say what they said", document.texts == TEXTS, document.texts),
        claim("they look as they did", not changes, changes[:5]),
        nothing_else(guest, may_change(PATH)),
    )


def minutes() -> bytes:
    """The document that the password protects."""
    document = docx.Document()
    document.add_heading(TEXTS[0], 1)
    for text in TEXTS[1:]:
        document.add_paragraph(text)
    document.save(out := io.BytesIO())
    return out.getvalue()
