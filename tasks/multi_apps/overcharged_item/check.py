import re

from checkers import GuestView, Score, claim
from checkers.files import file_is
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts, document, workbook

DOCUMENTS = "/home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    named = [each.item for each in facts.positions if each.item.casefold() in answer.casefold()]
    numbers = set(re.findall(r"\d+(?:[.,]\d+)*", answer))
    return Score.all_of(
        claim(f"the answer names {facts.wrong.item}, and no other item", named == [facts.wrong.item], answer),
        claim(f"it says {facts.too_much}, and no other number", numbers == {facts.too_much}, answer),
        file_is(guest, f"{DOCUMENTS}/{facts.invoice}", document(facts)),
        file_is(guest, f"{DOCUMENTS}/{facts.prices}", workbook(facts)),
    )
