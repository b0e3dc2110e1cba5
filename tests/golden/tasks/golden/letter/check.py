from checkers import GuestView, Score, claim
from checkers.evidence import fetch
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    text = fetch(guest, "/home/user/note.txt").decode(errors="replace")
    return Score.all_of(claim(f"it says {facts.word}", text == facts.word, text))
