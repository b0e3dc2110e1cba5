from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Date, Name, value_claim

VERSION = Name("6.1.2", aliases={"6.1.2": ["v6.1.2"]}, pattern=r"v?\d+\.\d+\.\d+")


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the version is 6.1.2", VERSION),
        value_claim(guest, "the day is 2025-12-24", Date(2025, 12, 24, year_needed=True)),
        nothing_else(guest),
    )
