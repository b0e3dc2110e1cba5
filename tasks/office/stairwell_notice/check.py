import io

import docx

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.documents import parse_document
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else

NOTICE = "Documents/notice.docx"
TEXTS = ["Stairwell works", "Please keep your floor free on its day."]
TABLE = (
    ("Floor", "Day"),
    ("Ground floor", "Tuesday 12 January"),
    ("First floor", "Wednesday 13 January"),
    ("Attic", "Monday 18 January"),
)
NOT_LOOKS = ("hidden", "strike", "comment", "records changes", "outline level", "added", "removed")
TITLE = ("paragraph 1", "outline level")
"""Of the heading, which may be a title."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{NOTICE}")
    document = parse_document(data, NOTICE)
    heading = document.paragraph(TEXTS[0])
    changes = compare_apart(NOTICE, {"": notice()}, {"": data})
    others = [
        str(change)
        for change in changes
        if change.what in NOT_LOOKS
        and (change.place, change.what) != TITLE
        and (change.before or change.after)  # not a blank paragraph
    ]
    return Score.all_of(
        claim(
            "the heading is a heading",
            "heading" in heading.style.lower() or heading.style == "Title",
            heading.style,
        ),
        claim("the texts are the heading and the sentence", document.texts == TEXTS, document.texts),
        claim("the table has the floors and days", document.tables == (TABLE,), document.tables),
        claim("they are all there is, and visible", not others, others[:5]),
        nothing_else(guest, may_add(NOTICE)),
    )


def notice() -> bytes:
    """The document as it should be."""
    document = docx.Document()
    document.add_heading(TEXTS[0])
    document.add_paragraph(TEXTS[1])
    table = document.add_table(len(TABLE), len(TABLE[0]))
    for row, texts in zip(table.rows, TABLE, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    document.save(out := io.BytesIO())
    return out.getvalue()
