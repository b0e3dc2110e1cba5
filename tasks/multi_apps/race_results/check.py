from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, lines, workbook

DOCUMENTS = "/home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"{DOCUMENTS}/{facts.report}").texts
    expected, before = lines(facts, facts.gaps), lines(facts, {})
    changed = [place for place, text in enumerate(expected) if text != before[place]]
    book = read_workbook(guest, f"{DOCUMENTS}/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    rest = [text for place, text in enumerate(texts) if place not in changed]
    kept = [text for place, text in enumerate(expected) if place not in changed]
    return Score.all_of(
        *(
            claim(f"the report says: {expected[place]}", texts[place : place + 1] == [expected[place]], texts)
            for place in changed
        ),
        claim("the rest of the report is as it was", rest == kept, texts),
        untouched_claim(book, original, text="the workbook is as it was"),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
    )
