from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "essay.odt"


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/essay.odt")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    spacing = [paragraph.line_spacing for paragraph in document.paragraphs if paragraph.text.strip()]
    styles = [paragraph.style for paragraph in document.paragraphs]
    right = all(value is not None and abs(value - 1.5) < 0.01 for value in spacing)
    return Score.all_of(
        claim("the text is the same", document.texts == original.texts, document.text),
        claim("the styles are the same", styles == [item.style for item in original.paragraphs], styles),
        claim("every paragraph has a line spacing of 1.5", right, spacing),
    )
