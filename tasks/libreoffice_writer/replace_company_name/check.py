from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged

OLD, NEW = "Brightwater Ltd", "Harbor & Finch Ltd"
ORIGINAL = Path(__file__).parent / "files" / "agreement.docx"


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, "/home/user/Documents/agreement.docx")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [text.replace(OLD, NEW) for text in original.texts]
    tables = [[[cell.replace(OLD, NEW) for cell in row] for row in table] for table in original.tables]
    found = [[list(row) for row in table] for table in document.tables]
    return Score.all_of(
        claim(
            "the paragraphs have the new name and nothing else changed",
            document.texts == texts,
            document.text,
        ),
        claim("the table has the new name and nothing else changed", found == tables, found),
    )
