from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, TimeOfDay, value_claim

DEPARTURE = "15:48"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the fare includes one bag", Number(1, "bags|luggage|pieces|items")),
        value_claim(guest, "the train arrives at 19:07", TimeOfDay(19, 7), given=DEPARTURE),
        nothing_else(guest),
    )
