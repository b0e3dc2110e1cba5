from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest, "the answer is 122 jobs", Number(122, "jobs"), given="86 jobs in March, 36 jobs in May"
        ),
        nothing_else(guest),
    )
