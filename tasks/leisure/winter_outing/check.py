from checkers import GuestView, Score, claim
from checkers.answers import answer

DATE = "2027-02-14"
SUNSET = "17:02"


def check(guest: GuestView) -> Score:
    date, _, time = answer(guest).partition(";")
    return Score.all_of(
        claim("the day is 14 February", date.strip() == DATE, date[:80]),
        claim(f"the sun sets at {SUNSET}", time.strip().rstrip(".") == SUNSET, time[:80]),
    )
