from checkers import Claim, GuestView, Score
from checkers.browser import PROFILE, quit_browser
from checkers.browser_settings import preference_is
from checkers.evidence import examine, judged
from checkers.sqlite_tables import rows

WEB_DATA = f"{PROFILE}/Default/Web Data"
QUERY = "select short_name, url from keywords where keyword = 'lib'"
TERMS = "{searchTerms}"
ADDRESSES = [
    f"http://127.0.0.1:8765/find?{query}"
    for query in (f"branch=all&words={TERMS}", f"words={TERMS}&branch=all")
]
CHOSEN_ENGINE = "default_search_provider_data.template_url_data.keyword"


@judged
def check(guest: GuestView) -> Score:
    quit_browser(guest)
    return Score.all_of(
        shortcut_searches_the_catalogue(guest),
        preference_is(guest, CHOSEN_ENGINE, "duckduckgo.com", default="duckduckgo.com"),
    )


def shortcut_searches_the_catalogue(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = rows(guest, WEB_DATA, QUERY)
        return len(found) == 1 and found[0][0] == "Library" and found[0][1] in ADDRESSES, found

    return examine(
        "lib is the shortcut of the site search Library, at the address of the catalogue's search", look
    )
