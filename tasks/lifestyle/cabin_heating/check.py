from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, Money, Number, value_claim

COSTS = Money(1030, "EUR", decimals=0)
GAS = Number(1172, "kWh", decimals=0, converted=False)
HEATING = "3029 kWh, 3029.0 kWh, 3029.04 kWh"
"""What the heater would take, which an answer may tell, too."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest,
            "the answer is 1,030 euros, then 1,172 kilowatt hours",
            ListOf((COSTS, GAS), ordered=True),
            given=HEATING,
        ),
        nothing_else(guest),
    )
