from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "interview.docx"
NAMES = {"AL:": "Anna Lund:", "RK:": "Rosa Kern:"}


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/interview.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts, before = document.texts, original.texts
    lines = [number for number, text in enumerate(before) if text[:3] in NAMES]
    others = [number for number in range(len(before)) if number not in lines]
    headings = [each.text for each in document.paragraphs if each.style.startswith("Heading")]
    return Score.all_of(
        claim("there are as many paragraphs as before", len(texts) == len(before), texts),
        *(
            claim(
                f"paragraph {number + 1} begins with the name, and the rest of it is as it was",
                texts[number : number + 1] == [NAMES[before[number][:3]] + before[number][3:]],
                texts[number : number + 1],
            )
            for number in lines
        ),
        claim(
            "the other paragraphs are as they were",
            [texts[number : number + 1] for number in others] == [[before[number]] for number in others],
            texts,
        ),
        claim("the title is still a heading", headings == before[:1], headings),
    )
