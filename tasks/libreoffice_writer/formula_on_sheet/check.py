from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.text_objects import read_text_objects
from checkers.variants import judged_with_facts

from .variant import LINE, Facts, paragraphs


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"/home/user/Documents/{facts.file}"
    texts = read_document(guest, path).texts
    formulas = read_text_objects(guest, path).formulas
    wanted = f"{facts.letter}=({facts.top}+{facts.second})/({facts.bottom})"
    original = [text.strip() for text in paragraphs(facts)]
    return Score.all_of(
        claim("there is one formula", len(formulas) == 1, formulas),
        claim("it is the formula", [each.written for each in formulas] == [wanted], formulas),
        claim('it is in the line "Formula:"', [each.paragraph for each in formulas] == [LINE], formulas),
        claim("the text is as it was", texts == original, texts),
    )
