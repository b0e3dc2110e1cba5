from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "minutes.docx"


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/minutes.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    title = document.paragraph("Minutes of the March meeting")
    others = [paragraph for paragraph in document.paragraphs if paragraph is not title and paragraph.text]
    moved = [paragraph.text for paragraph in others if paragraph.alignment != "left"]
    resized = [paragraph.text for paragraph in others if not paragraph.every(size=12)]
    return Score.all_of(
        claim("the text is the same", document.texts == original.texts, document.text),
        claim("the title is centered", title.alignment == "center", title.alignment),
        claim("the title is in 20 pt", title.every(size=20), title.runs),
        claim("the title is still bold", title.every(bold=True), title.runs),
        claim("the other paragraphs are still aligned left", not moved, moved),
        claim("the other paragraphs are still in 12 pt", not resized, resized),
    )
