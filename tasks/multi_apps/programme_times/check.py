from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, lines

FIRST = 2
"""The place of the first item's paragraph, from 0."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.programme}"
    texts = read_document(guest, f"/home/user/{path}").texts
    expected = lines(facts, facts.times)
    places = range(FIRST, FIRST + facts.last)
    return Score.all_of(
        *(
            claim(
                f"{item.title} begins at {time}",
                texts[place : place + 1] == [expected[place]],
                texts[place:][:1],
            )
            for place, item, time in zip(places, facts.items, facts.times, strict=True)
        ),
        nothing_else(guest, may_change(path, *(f"paragraph {place + 1}" for place in places), what="text")),
    )
