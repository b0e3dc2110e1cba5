from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, lines, workbook

DOCUMENTS = "/home/user/Documents"
FIRST = 2
"""The paragraph of the first item."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"{DOCUMENTS}/{facts.programme}").texts
    expected = lines(facts, facts.times)
    end = FIRST + facts.last
    book = read_workbook(guest, f"{DOCUMENTS}/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    return Score.all_of(
        *(
            claim(
                f"{item.title} begins at {time}",
                texts[place : place + 1] == [expected[place]],
                texts[place:][:1],
            )
            for place, (item, time) in enumerate(zip(facts.items, facts.times, strict=True), start=FIRST)
        ),
        claim(
            "the rest of the programme is as it was",
            texts[:FIRST] + texts[end:] == expected[:FIRST] + expected[end:],
            texts,
        ),
        untouched_claim(book, original, text="the workbook is as it was"),
        claim("the sheet keeps its name", book.sheet_names == original.sheet_names, book.sheet_names),
    )
