from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim
from checkers.variants import judged_with_facts

from .variant import SECTIONS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    different = facts.different
    names = [name for names in SECTIONS.values() for name in names]
    setting = Name(different.name, [name for name in names if name != different.name])
    return Score.all_of(
        value_claim(guest, f"the answer names {different.name}, and no other setting", setting),
        value_claim(
            guest,
            f"it gives {different.value}, and no other value",
            Number(different.value),
            given=f"{different.other}",
        ),
        nothing_else(guest),
    )
