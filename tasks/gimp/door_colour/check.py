from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts

CODES = r"\b(?=\w*\d)[0-9a-f]{6}\b"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    colours = [f"{colour:06x}" for house in facts.houses for colour in (house.door, house.shutters)]
    door = Name(f"{facts.house.door:06x}", others=colours, pattern=CODES)
    return Score.all_of(value_claim(guest, f"the answer is {door.name}", door), nothing_else(guest))
