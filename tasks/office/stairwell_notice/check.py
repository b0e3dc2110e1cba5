from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.evidence import judged

NOTICE = "/home/user/Documents/notice.docx"
TABLE = (
    ("Floor", "Day"),
    ("Ground floor", "Tuesday 12 January"),
    ("First floor", "Wednesday 13 January"),
    ("Attic", "Monday 18 January"),
)


@judged
def check(guest: GuestView) -> Score:
    notice = read_document(guest, NOTICE)
    heading = notice.paragraph("Stairwell works")
    return Score.all_of(
        claim(
            "the heading is a heading",
            "heading" in heading.style.lower() or heading.style == "Title",
            heading.style,
        ),
        claim(
            "the texts are the heading and the sentence",
            notice.texts == ["Stairwell works", "Please keep your floor free on its day."],
            notice.texts,
        ),
        claim("the table has the floors and days", notice.tables == (TABLE,), notice.tables),
    )
