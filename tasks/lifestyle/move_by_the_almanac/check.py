import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.negation import affirmed

DAY = ["2027", "03", "18"]


def check(guest: GuestView) -> Score:
    given = answer(guest)
    named = re.findall(r"\d+", given)
    return Score.all_of(
        claim("the answer is 18 March 2027, and no other day", named == DAY, given[:100]),
        claim("it is in the form YYYY-MM-DD", "-".join(DAY) in given, given[:100]),
        claim("the answer denies nothing", given != "" and affirmed(given) == given, given[:100]),
    )
