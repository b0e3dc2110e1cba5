from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.documents import parse_document, read_pdf
from checkers.evidence import judged

ORIGINAL = Path(__file__).parent / "files" / "walks.docx"
WALK = 3
"""How many paragraphs a walk has, its heading included."""


@judged
def check(guest: GuestView) -> Score:
    pages = read_pdf(guest, "/home/user/Documents/walks.pdf")
    texts = parse_document(ORIGINAL.read_bytes(), ORIGINAL.name).texts
    walks = [texts[first : first + WALK] for first in range(0, len(texts), WALK)]
    return Score.all_of(
        claim("the PDF has a page for each walk", len(pages) == len(walks), f"{len(pages)} pages"),
        *(
            page_claim(number, page, walk)
            for number, (page, walk) in enumerate(zip(pages, walks, strict=False), 1)
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
