from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import Money, Name, value_claim

INKWELL = Name("The Inkwell", others=("Papierhof", "Tintenfix"))
AMOUNTS = "28.90 EUR each, 86.70 EUR and 3.90 EUR postage; 92.55 EUR at Papierhof, 91.80 EUR at Tintenfix"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the answer names the Inkwell, and no other shop", INKWELL),
        value_claim(guest, "it gives 90.60 EUR, and no other amount", Money(90.60, "EUR"), given=AMOUNTS),
        tabs_are(guest, "file:///home/user/Documents/shops/inkwell.html"),
        nothing_else(guest),
    )
