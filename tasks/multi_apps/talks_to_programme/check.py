from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, lines

FIRST = 2
"""The place of the first talk's paragraph, from 0."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.programme}"
    end = FIRST + len(facts.titles)
    found = read_document(guest, f"/home/user/{path}").texts[FIRST:end]
    talks = (f"paragraph {place + 1}" for place in range(FIRST, end))
    return Score.all_of(
        claim(
            "the talks that take place are in their order",
            found == lines(facts, facts.titles)[FIRST:end],
            found,
        ),
        nothing_else(guest, may_change(path, *talks, what="text")),
    )
