from checkers import GuestView, Score, claim
from checkers.slides import read_presentation
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, slides, workbook

DOCUMENTS = "/home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    shown = read_presentation(guest, f"{DOCUMENTS}/{facts.deck}").slides
    found = [slide.texts for slide in shown]
    first, *filled = slides(facts)
    book = read_workbook(guest, f"{DOCUMENTS}/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    return Score.all_of(
        *(
            claim(
                f"slide {number} says: {title}, {text}", found[number - 1 : number] == [[title, text]], found
            )
            for number, (title, text) in enumerate(filled, start=2)
        ),
        claim("the first slide is as it was", found[:1] == [list(first)], found[:1]),
        claim("there are as many slides as before", len(found) == len(filled) + 1, len(found)),
        claim("no slide is hidden", not any(slide.hidden for slide in shown)),
        untouched_claim(book, original, text="the sheet is as it was"),
        claim("the sheet keeps its name", book.sheet_names == original.sheet_names, book.sheet_names),
    )
