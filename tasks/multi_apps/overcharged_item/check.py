from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Money, Name, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts, euros


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    item = Name(facts.wrong.item, others=[each.item for each in (*facts.positions, *facts.others)])
    return Score.all_of(
        value_claim(guest, f"the answer names {facts.wrong.item}", item),
        value_claim(
            guest, f"it says {facts.too_much} euros", Money(float(facts.too_much), "EUR"), given(facts)
        ),
        nothing_else(guest),
    )


def given(facts: Facts) -> str:
    """What is true as well: the item's prices, of a piece and of all, and the numbers of the files."""
    wrong = facts.wrong
    prices = (wrong.charged, wrong.pieces * wrong.charged, wrong.agreed, wrong.pieces * wrong.agreed)
    amounts = [*prices, wrong.charged - wrong.agreed]
    return ", ".join(
        [
            *(f"{euros(amount)} euros" for amount in amounts),
            *map(str, (wrong.pieces, facts.year, facts.number)),
        ]
    )
