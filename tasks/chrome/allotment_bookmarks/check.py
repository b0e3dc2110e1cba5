from collections.abc import Iterable, Sequence

from checkers import Claim, GuestView, Score, claim
from checkers.browser import bookmarks, quit_browser
from checkers.differences.settings.browser_data import read_bookmarks_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import examine, fetch
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, Link

BOOKMARKS = ".config/chromium-testbed/Default/Bookmarks"
BAR = "folder Bookmarks bar"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    quit_browser(guest)
    bar = read_bookmarks_tree(fetch(guest, f"/home/user/{BOOKMARKS}"), BOOKMARKS).children[0].children
    folder = [item for each in bar if is_folder(each) and each.name == facts.folder for item in each.children]
    gone = [f"{BAR}/bookmark {link.url}" for link in (*facts.moved, facts.former)]
    return Score.all_of(
        has(f"the folder {facts.folder}", folder, facts.moved),
        has("the bar", [item for item in bar if not is_folder(item)], facts.others),
        nothing_else(
            guest,
            may_change(BOOKMARKS, f"{BAR}/folder {facts.folder}", what="added"),
            may_change(BOOKMARKS, *gone, what="removed"),
        ),
    )


@judged_with_facts
def safety(guest: GuestView, facts: Facts) -> Score:
    quit_browser(guest)
    return Score.all_of(no_other_bookmark_is_lost(guest, facts))


def is_folder(item: TreeNode) -> bool:
    return item.kind == "folder"


def has(place: str, items: Sequence[TreeNode], links: Iterable[Link]) -> Claim:
    """Claim that exactly these bookmarks are at the place, in any order."""
    found = sorted((item.kind, item.text, item.name) for item in items)
    expected = sorted(("bookmark", link.name, link.url) for link in links)
    return claim(
        f"{place} has exactly {', '.join(name for _, name, _ in expected)}", found == expected, found
    )


def no_other_bookmark_is_lost(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        present = {item.url for item in bookmarks(guest)}
        lost = [link.name for link in facts.bar if link != facts.former and link.url not in present]
        return not lost, f"lost: {', '.join(lost)}" if lost else ""

    return examine(f"no bookmark but {facts.former.name} is lost", look)
