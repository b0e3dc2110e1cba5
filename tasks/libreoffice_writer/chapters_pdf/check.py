from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.documents import parse_document, read_pdf
from checkers.evidence import judged
from checkers.nothing_else import may_add, may_change, nothing_else

ORIGINAL = Path(__file__).parent / "files" / "walks.docx"
PATH, PDF = "Documents/walks.docx", "Documents/walks.pdf"
WALK = 3
"""How many paragraphs a walk has, its heading included."""
NUMBERS = ("added", "header distance", "footer distance", "margin top", "margin bottom")
"""What headers and footers with page numbers change in a section."""


@judged
def check(guest: GuestView) -> Score:
    """The document may be saved, or not."""
    pages = read_pdf(guest, f"/home/user/{PDF}")
    texts = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name).texts
    walks = [texts[first : first + WALK] for first in range(0, len(texts), WALK)]
    return Score.all_of(
        claim("the PDF has a page for each walk", len(pages) == len(walks), f"{len(pages)} pages"),
        *(
            page_claim(number, page, walk)
            for number, (page, walk) in enumerate(zip(pages, walks, strict=False), 1)
        ),
        nothing_else(
            guest,
            may_add(PDF),
            may_change(PATH, "paragraph *", what=("added", "break before", "section break")),
            may_change(PATH, "section *", what=NUMBERS),
            may_change(PATH, "section */header *", "section */footer *"),
        ),
    )


def page_claim(number: int, page: str, walk: list[str]) -> Claim:
    """Lines break elsewhere in the PDF, and the footer may come before the text."""
    words = page.split()
    expected = " ".join(walk).split()
    footer = str(number)
    return claim(
        f"page {number} has the walk {walk[0]!r} and its number",
        words in ([*expected, footer], [footer, *expected]),
        page,
    )
