from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else

HOLIDAY = "file:///home/user/Documents/holiday"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        tabs_are(guest, f"{HOLIDAY}/map.html", f"{HOLIDAY}/ferry.html", f"{HOLIDAY}/campsite.html"),
        nothing_else(guest),
    )
