from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, lines


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.report}"
    texts = read_document(guest, f"/home/user/{path}").texts
    expected, before = lines(facts, facts.gaps), lines(facts, {})
    filled = [place for place, text in enumerate(expected) if text != before[place]]
    return Score.all_of(
        *(
            claim(f"the report says: {expected[place]}", texts[place : place + 1] == [expected[place]], texts)
            for place in filled
        ),
        nothing_else(guest, may_change(path, *(f"paragraph {place + 1}" for place in filled), what="text")),
    )
