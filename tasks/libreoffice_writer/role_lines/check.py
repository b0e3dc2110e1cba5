from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

RED = 0xFF0000


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    paragraphs = read_document(guest, f"/home/user/{path}").paragraphs
    red = [number for number, paragraph in enumerate(paragraphs) if paragraph.every(colour=RED)]
    spoken = [f"paragraph {number + 1}" for number in facts.lines]
    return Score.all_of(
        claim(f"the paragraphs that {facts.role} speaks are red", set(facts.lines) <= set(red), red),
        nothing_else(guest, may_change(path, *spoken, what="colour")),
    )
