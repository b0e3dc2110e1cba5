from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else

TRIP = "file:///home/user/Documents/trip"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        tabs_are(guest, f"{TRIP}/trains.html", f"{TRIP}/hotel.html", f"{TRIP}/museum.html"),
        nothing_else(guest),
    )
