from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    serial = Name(
        facts.wanted.serial, others=[item.serial for item in facts.guarantees], pattern=r"\b[A-Z]{2}-\d{6}\b"
    )
    return Score.all_of(value_claim(guest, f"the answer is {serial.name}", serial), nothing_else(guest))
