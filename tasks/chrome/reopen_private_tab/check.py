from checkers import GuestView, Score
from checkers.base import Claim
from checkers.browser import bookmarks_are
from checkers.browser import tabs as open_tabs
from checkers.evidence import examine

TRIP = "file:///home/user/Documents/trip"


def check(guest: GuestView) -> Score:
    return Score.all_of(the_tabs_are_still_open(guest), bookmarks_are(guest))


def the_tabs_are_still_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = sorted(tab.url for tab in open_tabs(guest))
        return {f"{TRIP}/trains.html", f"{TRIP}/hotel.html"} <= set(found), found

    return examine("the two tabs about the trip are still open", look)
