import re

from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed

SHOPS = "file:///home/user/Documents/shops"
NAMES = ("papierhof", "inkwell", "tintenfix")


def check(guest: GuestView) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    named = [name for name in NAMES if name in answer]
    amounts = {amount.replace(",", ".") for amount in re.findall(r"\b\d{1,5}[.,]\d\d?\b", answer)}
    return Score.all_of(
        claim("the answer names the Inkwell, and no other shop", named == ["inkwell"], answer),
        claim("it gives 90.60, and no other amount", amounts in ({"90.60"}, {"90.6"}), answer),
        tabs_are(guest, f"{SHOPS}/inkwell.html"),
    )
