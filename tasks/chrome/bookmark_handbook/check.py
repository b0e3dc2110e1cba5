from checkers import GuestView, Score
from checkers.browser import bookmarks_are, tabs_are

HANDBOOK = "file:///home/user/Documents/handbook"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        tabs_are(guest, f"{HANDBOOK}/index.html", f"{HANDBOOK}/travel.html"),
        bookmarks_are(guest, f"{HANDBOOK}/travel.html"),
    )
