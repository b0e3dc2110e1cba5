from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser, tabs
from checkers.browser_settings import preference_is
from checkers.evidence import examine, judged
from checkers.nothing_else import may_change, nothing_else

PARISH = "file:///home/user/Documents/parish"
PREFERENCES = ".config/chromium-testbed/Default/*Preferences"
"""The browser has two such files, one for what other programs must not change."""
WANTED = {
    "browser.show_home_button": True,
    "homepage": f"{PARISH}/services.html",
    "homepage_is_newtabpage": False,
    "bookmark_bar.show_on_all_tabs": True,
}
BAR_IN_SETTINGS = "bookmark_bar.visibility_state"
"""What the settings page sets; the browser derives from it whether the bar is shown always."""


@judged
def check(guest: GuestView) -> Score:
    pages = pages_are_open(guest)
    quit_browser(guest)
    return Score.all_of(
        *(preference_is(guest, path, value) for path, value in WANTED.items()),
        pages,
        nothing_else(
            guest, may_change(PREFERENCES, *(f"setting {path}" for path in (*WANTED, BAR_IN_SETTINGS)))
        ),
    )


def pages_are_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        urls = [tab.url for tab in tabs(guest)]
        return {f"{PARISH}/index.html", f"{PARISH}/services.html"} <= set(urls), urls

    return examine("both pages are still open", look)
