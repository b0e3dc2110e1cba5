import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document, read_pdf
from checkers.evidence import judged
from checkers.files import file_is, tree_is

FILES = Path(__file__).parent / "files"
OUTBOX = "/home/user/Outbox"
LAST_YEAR = "3127-25-K.pdf"


@judged
def check(guest: GuestView) -> Score:
    """Lines break elsewhere in the PDF."""
    letter = parse_document((FILES / "reply.docx").read_bytes(), "reply.docx").texts
    wanted = file_name(letter)
    names = tree_is(guest, OUTBOX, [LAST_YEAR, wanted])
    if not names.holds:
        return Score.all_of(names)
    pages = read_pdf(guest, f"{OUTBOX}/{wanted}")
    now = read_document(guest, "/home/user/Documents/reply.docx").texts
    return Score.all_of(
        names,
        claim("the PDF has the letter", " ".join(pages).split() == " ".join(letter).split(), pages),
        file_is(guest, f"{OUTBOX}/{LAST_YEAR}", (FILES / "Outbox" / LAST_YEAR).read_bytes()),
        claim("the letter is as it was", now == letter, now),
    )


def file_name(letter: list[str]) -> str:
    """The office's reference in the head of the letter, as a name."""
    (reference,) = re.findall(r"^Your reference: ([^,]+),", "\n".join(letter), re.MULTILINE)
    return f"{reference.replace('/', '-')}.pdf"
