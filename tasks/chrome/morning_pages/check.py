from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser, tabs
from checkers.browser_settings import preference_is
from checkers.evidence import examine, judged

PAGES = "file:///home/user/Documents/pages"
WANTED = [f"{PAGES}/ferry.html", f"{PAGES}/tides.html"]
OPEN_PAGES = 4
"""What the setting says when the browser opens certain pages as it starts."""


@judged
def check(guest: GuestView) -> Score:
    pages = pages_are_open(guest)
    quit_browser(guest)
    return Score.all_of(
        preference_is(guest, "session.restore_on_startup", OPEN_PAGES),
        preference_is(guest, "session.startup_urls", WANTED),
        pages,
    )


def pages_are_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        urls = sorted(tab.url for tab in tabs(guest) if not tab.url.startswith("chrome://"))
        return urls == WANTED, urls

    return examine("of the pages exactly the two are open", look)
