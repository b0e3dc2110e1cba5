from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "handbook.docx"
TITLES = ("Welcome", "Working hours", "Holidays", "Equipment")


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/handbook.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    headings = [item.text.strip() for item in document.paragraphs if item.style.lower() == "heading 1"]
    return Score.all_of(
        claim("the text is the same", document.texts == original.texts, document.text),
        claim("exactly the section titles are Heading 1", headings == list(TITLES), headings),
    )
