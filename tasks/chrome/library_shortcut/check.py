from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser
from checkers.evidence import examine, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

WEB_DATA = ".config/chromium-testbed/Default/Web Data"
QUERY = "select short_name, url from keywords where keyword = 'lib'"
TERMS = "{searchTerms}"
ADDRESSES = [
    f"http://127.0.0.1:8765/find?{query}"
    for query in (f"branch=all&words={TERMS}", f"words={TERMS}&branch=all")
]


@judged
def check(guest: GuestView) -> Score:
    quit_browser(guest)
    return Score.all_of(
        shortcut_searches_the_catalogue(guest),
        nothing_else(guest, may_change(WEB_DATA, "search engine lib", what="added")),
    )


def shortcut_searches_the_catalogue(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = rows(guest, f"/home/user/{WEB_DATA}", QUERY)
        return len(found) == 1 and found[0][0] == "Library" and found[0][1] in ADDRESSES, found

    return examine(
        "lib is the shortcut of the site search Library, at the address of the catalogue's search", look
    )
