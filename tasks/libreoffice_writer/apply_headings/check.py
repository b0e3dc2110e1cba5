from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else

PATH = "Documents/handbook.docx"
TITLES = {1: "Welcome", 3: "Working hours", 5: "Holidays", 7: "Equipment"}
"""The section titles by their paragraphs."""
LOOKS = ("font", "size", "bold", "colour", "space *", "keep *", "outline level")
"""What the style sets."""


@judged
def check(guest: GuestView) -> Score:
    paragraphs = read_document(guest, f"/home/user/{PATH}").paragraphs
    headings = [each for each in paragraphs if each.style.lower() == "heading 1"]
    texts = [each.text.strip() for each in headings]
    return Score.all_of(
        claim("the section titles are Heading 1", texts == list(TITLES.values()), texts),
        claim(
            "they look as Heading 1 does",
            all(each.every(size=14, bold=True, colour=0x365F91) for each in headings),
            headings,
        ),
        nothing_else(
            guest, may_change(PATH, *(f"paragraph {number}" for number in TITLES), what=("style", *LOOKS))
        ),
    )
