import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_pdf
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else

LETTER = Path(__file__).parent / "files" / "reply.docx"


@judged
def check(guest: GuestView) -> Score:
    """Lines break elsewhere in the PDF."""
    letter = parse_document(LETTER.read_bytes(), LETTER.name).texts
    wanted = f"Outbox/{file_name(letter)}"
    pages = read_pdf(guest, f"/home/user/{wanted}")
    return Score.all_of(
        claim(f"{wanted} has the letter", " ".join(pages).split() == " ".join(letter).split(), pages),
        nothing_else(guest, may_add(wanted)),
    )


def file_name(letter: list[str]) -> str:
    """The office's reference in the head of the letter, as a name."""
    (reference,) = re.findall(r"^Your reference: ([^,]+),", "\n".join(letter), re.MULTILINE)
    return f"{reference.replace('/', '-')}.pdf"
