from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

OLD, NEW = "Brightwater Ltd", "Harbor & Finch Ltd"
ORIGINAL = Path(__file__).parent / "files" / "agreement.docx"
PATH = "Documents/agreement.docx"


@judged
def check(guest: GuestView) -> Score:
    document = read_document(guest, f"/home/user/{PATH}")
    original = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [text.replace(OLD, NEW) for text in original.texts]
    tables = [[[cell.replace(OLD, NEW) for cell in row] for row in table] for table in original.tables]
    found = [[list(row) for row in table] for table in document.tables]
    renamed = [
        f"paragraph {number}" for number, each in enumerate(original.paragraphs, 1) if OLD in each.text
    ]
    return Score.all_of(
        claim("the paragraphs have the new name", document.texts == texts, document.text),
        claim("the table has the new name", found == tables, found),
        nothing_else(guest, may_change(PATH, *renamed, "table 1/row 2/cell 2", what="text")),
    )
