from checkers import Claim, GuestView, Score
from checkers.browser import quit_browser, tabs_are
from checkers.differences.settings.browser_data import read_bookmarks_tree
from checkers.evidence import examine, fetch
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, Sight

PAGES = "file:///home/user/Documents/pages"
BOOKMARKS = ".config/chromium-testbed/Default/Bookmarks"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    pages = tabs_are(guest, *map(address, facts.kept))
    quit_browser(guest)
    folder = f"folder Bookmarks bar/folder {facts.folder}"
    return Score.all_of(
        pages, folder_has(guest, facts), nothing_else(guest, may_change(BOOKMARKS, folder, what="added"))
    )


def address(sight: Sight) -> str:
    return f"{PAGES}/{sight.file}"


def folder_has(guest: GuestView, facts: Facts) -> Claim:
    expected = sorted(("bookmark", address(sight), sight.title) for sight in facts.kept)

    def look() -> tuple[bool, object]:
        bar = read_bookmarks_tree(fetch(guest, f"/home/user/{BOOKMARKS}"), BOOKMARKS).children[0]
        found = [
            sorted((item.kind, item.name, item.text) for item in folder.children)
            for folder in bar.children
            if (folder.kind, folder.name) == ("folder", facts.folder)
        ]
        return found == [expected], found

    return examine(
        f"the folder {facts.folder} on the bar has exactly the pages that are left, under their names", look
    )
