from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.variants import judged_with_facts

from .variant import Facts, paragraphs

MEETING = 2
"""The paragraph with the gaps."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"/home/user/Documents/{facts.file}").texts
    complete = paragraphs(facts, facts.day, facts.place, facts.hour)
    rest = [text for number, text in enumerate(texts) if number != MEETING]
    found = texts[MEETING] if len(texts) > MEETING else ""
    return Score.all_of(
        claim(f"the meeting is on {facts.day}", facts.day in found, found),
        claim(f"it is {facts.place}", facts.place in found, found),
        claim(f"it begins at {facts.hour}", facts.hour in found, found),
        claim("the sentences around the gaps are as they were", found == complete[MEETING], found),
        claim(
            "the other paragraphs are as they were",
            rest == complete[:MEETING] + complete[MEETING + 1 :],
            rest,
        ),
    )
