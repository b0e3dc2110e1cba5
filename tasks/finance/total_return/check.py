from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.negation import affirmed


def check(guest: GuestView) -> Score:
    percent, _, comparison = affirmed(answer(guest)).partition(";")
    found = numbers(percent)
    return Score.all_of(
        claim("the percent are -17.95", len(found) == 1 and abs(found[0] + 17.95) < 0.0051, percent[:80]),
        claim("that is less", comparison.strip(" .\"'").lower() == "less", comparison[:80]),
    )
