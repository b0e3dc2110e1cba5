from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.text_objects import read_text_objects
from checkers.variants import judged_with_facts

from .variant import LINE, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    formulas = read_text_objects(guest, f"/home/user/{path}").formulas
    wanted = f"{facts.letter}=({facts.top}+{facts.second})/({facts.bottom})"
    return Score.all_of(
        claim("there is one formula", len(formulas) == 1, formulas),
        claim("it is the formula", [each.written for each in formulas] == [wanted], formulas),
        claim('it is in the line "Formula:"', [each.paragraph for each in formulas] == [LINE], formulas),
        claim("the line has no other text", texts[LINE : LINE + 1] == ["Formula:"], texts),
        nothing_else(guest, may_change(path, f"paragraph {LINE + 1}", what="text")),
    )
