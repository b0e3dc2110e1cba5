from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, sentence

GIVING = 3
"""The number of the slide with the gap."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    texts = read_presentation(guest, f"/home/user/{path}").slide(GIVING).texts
    return Score.all_of(
        claim(f"the box says {facts.amount} euros", sentence(facts, str(facts.amount)) in texts, texts),
        nothing_else(guest, may_change(path, f"slide {GIVING}/shape TextBox 3/paragraph 1", what="text")),
    )
