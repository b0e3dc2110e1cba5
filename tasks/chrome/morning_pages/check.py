from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser, tabs
from checkers.browser_settings import preference_is
from checkers.evidence import examine, judged
from checkers.nothing_else import may_change, nothing_else

PAGES = "file:///home/user/Documents/pages"
WANTED = [f"{PAGES}/ferry.html", f"{PAGES}/tides.html"]
PREFERENCES = ".config/chromium-testbed/Default/*Preferences"
"""The browser has two such files, one for what other programs must not change."""
AT_START, PAGES_AT_START = "session.restore_on_startup", "session.startup_urls"
OPEN_PAGES = 4
"""What the setting says when the browser opens certain pages as it starts."""


@judged
def check(guest: GuestView) -> Score:
    pages = pages_are_open(guest)
    quit_browser(guest)
    return Score.all_of(
        preference_is(guest, AT_START, OPEN_PAGES),
        preference_is(guest, PAGES_AT_START, WANTED),
        pages,
        nothing_else(guest, may_change(PREFERENCES, f"setting {AT_START}", f"setting {PAGES_AT_START}")),
    )


def pages_are_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        urls = sorted(tab.url for tab in tabs(guest) if not tab.url.startswith("chrome://"))
        return urls == WANTED, urls

    return examine("of the pages exactly the two are open", look)
