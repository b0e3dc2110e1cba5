from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.documents import parse_document, read_document, read_pdf
from checkers.evidence import examine, judged

ORIGINAL = Path(__file__).parent / "files" / "notice.docx"
GAPS = {"[ROOM]": "Alder Room", "[HOUR]": "18:45"}


@judged
def check(guest: GuestView) -> Score:
    notice = read_document(guest, "/home/user/Documents/notice.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts, expected = notice.texts, [filled(text) for text in original.texts]
    styles = [each.style for each in notice.paragraphs if each.text.strip()]
    return Score.all_of(
        *(
            claim(f"the notice has {text} for {gap}", text in "\n".join(texts), texts)
            for gap, text in GAPS.items()
        ),
        claim("the rest of the notice is as it was", texts == expected, texts),
        claim(
            "its heading is still one",
            styles == [each.style for each in original.paragraphs if each.text.strip()],
            styles,
        ),
        pdf_is_the_notice(guest, expected),
    )


def pdf_is_the_notice(guest: GuestView, expected: list[str]) -> Claim:
    def look() -> tuple[bool, object]:
        text = "\n".join(read_pdf(guest, "/home/user/Shared/notice.pdf"))
        return text.split() == " ".join(expected).split(), text

    return examine("notice.pdf in Shared shows the complete notice", look)


def filled(text: str) -> str:
    for gap, new in GAPS.items():
        text = text.replace(gap, new)
    return text
