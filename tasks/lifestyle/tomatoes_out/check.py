from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Date, Number, value_claim

GIVEN = "from 20 April 2027; seven days up to 17 May 2027; 5 degrees or more"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the day is 11 May 2027", Date(2027, 5, 11), GIVEN),
        value_claim(guest, "the lowest low is 8 degrees", Number(8, "°C"), GIVEN),
        nothing_else(guest),
    )
