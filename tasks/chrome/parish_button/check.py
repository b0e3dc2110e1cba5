from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser, tabs
from checkers.browser_settings import preference_is
from checkers.evidence import examine, judged

PARISH = "file:///home/user/Documents/parish"


@judged
def check(guest: GuestView) -> Score:
    pages = pages_are_open(guest)
    quit_browser(guest)
    return Score.all_of(
        preference_is(guest, "browser.show_home_button", True),
        preference_is(guest, "homepage", f"{PARISH}/services.html"),
        preference_is(guest, "homepage_is_newtabpage", False),
        preference_is(guest, "bookmark_bar.show_on_all_tabs", True),
        preference_is(guest, "webkit.webprefs.default_font_size", 16, default=16),
        pages,
    )


def pages_are_open(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        urls = [tab.url for tab in tabs(guest)]
        return {f"{PARISH}/index.html", f"{PARISH}/services.html"} <= set(urls), urls

    return examine("both pages are still open", look)
