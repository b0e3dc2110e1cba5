from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.documents import parse_document, read_document, read_pdf
from checkers.evidence import examine, judged
from checkers.nothing_else import may_add, may_change, nothing_else

ORIGINAL = Path(__file__).parent / "files" / "notice.docx"
NOTICE, PDF = "Documents/notice.docx", "Shared/notice.pdf"
GAPS = {"[ROOM]": "Alder Room", "[HOUR]": "18:45"}


@judged
def check(guest: GuestView) -> Score:
    texts = read_document(guest, f"/home/user/{NOTICE}").texts
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name).texts
    expected = [filled(text) for text in original]
    changed = [number for number, text in enumerate(original, 1) if text != filled(text)]
    return Score.all_of(
        claim("the notice has the room and the hour", texts == expected, texts),
        pdf_is_the_notice(guest, expected),
        nothing_else(
            guest,
            may_change(NOTICE, *(f"paragraph {number}" for number in changed), what="text"),
            may_add(PDF),
        ),
    )


def pdf_is_the_notice(guest: GuestView, expected: list[str]) -> Claim:
    def look() -> tuple[bool, object]:
        text = "\n".join(read_pdf(guest, f"/home/user/{PDF}"))
        return text.split() == " ".join(expected).split(), text

    return examine("notice.pdf in Shared shows the complete notice", look)


def filled(text: str) -> str:
    for gap, new in GAPS.items():
        text = text.replace(gap, new)
    return text
