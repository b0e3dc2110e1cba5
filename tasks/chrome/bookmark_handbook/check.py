from checkers import GuestView, Score
from checkers.browser import bookmarks_are, tabs_are
from checkers.nothing_else import may_change, nothing_else

HANDBOOK = "file:///home/user/Documents/handbook"
TRAVEL = f"{HANDBOOK}/travel.html"
BOOKMARKS = ".config/chromium-testbed/Default/Bookmarks"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        tabs_are(guest, f"{HANDBOOK}/index.html", TRAVEL),
        bookmarks_are(guest, TRAVEL),
        nothing_else(guest, may_change(BOOKMARKS, f"folder */bookmark {TRAVEL}", what="added")),
    )
