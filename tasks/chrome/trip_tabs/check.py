from checkers import Claim, GuestView, Score
from checkers.browser import bookmarks, quit_browser, tabs_are
from checkers.evidence import examine
from checkers.variants import judged_with_facts

from .variant import Facts, Sight

PAGES = "file:///home/user/Documents/pages"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    pages = tabs_are(guest, *map(address, facts.kept))
    quit_browser(guest)
    return Score.all_of(pages, folder_has(guest, facts), no_other_bookmark(guest, facts))


def address(sight: Sight) -> str:
    return f"{PAGES}/{sight.file}"


def folder_has(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        found = [
            (item.url, item.name)
            for item in bookmarks(guest)
            if item.folder == f"Bookmarks bar/{facts.folder}"
        ]
        return sorted(found) == sorted((address(sight), sight.title) for sight in facts.kept), found

    return examine(
        f"the folder {facts.folder} on the bar has exactly the pages that are left, under their names", look
    )


def no_other_bookmark(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        found = [item for item in bookmarks(guest) if item.folder != f"Bookmarks bar/{facts.folder}"]
        return not found, found

    return examine("there is no other bookmark", look)
