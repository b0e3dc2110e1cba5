from checkers import Claim, GuestView, Score
from checkers.browser import tabs
from checkers.evidence import examine
from checkers.nothing_else import nothing_else

TRIP = "file:///home/user/Documents/trip"


def check(guest: GuestView) -> Score:
    return Score.all_of(the_tabs_are_still_open(guest), nothing_else(guest))


def the_tabs_are_still_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = sorted(tab.url for tab in tabs(guest))
        return {f"{TRIP}/trains.html", f"{TRIP}/hotel.html"} <= set(found), found

    return examine("the two tabs about the trip are still open", look)
