from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

ORIGINAL = Path(__file__).parent / "files" / "interview.docx"
PATH = "Documents/interview.docx"
NAMES = {"AL:": "Anna Lund:", "RK:": "Rosa Kern:"}


@judged
def check(guest: GuestView) -> Score:
    texts = read_document(guest, f"/home/user/{PATH}").texts
    before = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name).texts
    lines = [number for number, text in enumerate(before) if text[:3] in NAMES]
    return Score.all_of(
        *(
            claim(
                f"paragraph {number + 1} begins with the name, and the rest of it is as it was",
                texts[number : number + 1] == [NAMES[before[number][:3]] + before[number][3:]],
                texts[number : number + 1],
            )
            for number in lines
        ),
        nothing_else(guest, may_change(PATH, *(f"paragraph {number + 1}" for number in lines), what="text")),
    )
