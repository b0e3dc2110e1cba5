from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, paragraphs

MEETING = 2
"""The paragraph with the gaps, from 0."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    complete = paragraphs(facts, facts.day, facts.place, facts.hour)
    found = texts[MEETING] if len(texts) > MEETING else ""
    return Score.all_of(
        claim(f"the meeting is on {facts.day}", facts.day in found, found),
        claim(f"it is {facts.place}", facts.place in found, found),
        claim(f"it begins at {facts.hour}", facts.hour in found, found),
        claim("the sentences around the gaps are as they were", found == complete[MEETING], found),
        nothing_else(guest, may_change(path, f"paragraph {MEETING + 1}", what="text")),
    )
