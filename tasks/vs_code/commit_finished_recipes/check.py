from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.git import content_id, current_branch, files_at, history, staged_files
from checkers.nothing_else import may_change, nothing_else

RECIPES = "/home/user/recipes"
BEFORE = "3163242f487ba354058760f213cb9957615eab06"
"""The id of the last commit before."""
CHANGED = Path(__file__).parent / "files" / "recipes"
FINISHED = ("lentil-soup.md", "plum-cake.md")


def check(guest: GuestView) -> Score:
    return Score.all_of(
        one_commit_more(guest),
        finished_ones_are_committed(guest),
        nothing_is_staged(guest),
        nothing_else(
            guest,
            may_change("recipes/.git", "commit *", what="added"),
            may_change("recipes/.git", "branch main", what="commit"),
            may_change("recipes/.git", "staged file rye-bread.md", what="content"),
        ),
    )


def one_commit_more(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        commits = history(guest, RECIPES)
        messages = [commit.message for commit in commits]
        branch = current_branch(guest, RECIPES)
        is_next = commits[0].parents == (BEFORE,)
        return is_next and messages[0].strip() == "Finished recipes" and branch == "main", messages

    return examine('there is one commit more on main, "Finished recipes"', look)


def finished_ones_are_committed(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        expected = files_at(guest, RECIPES, BEFORE)
        expected |= {name: content_id((CHANGED / name).read_bytes()) for name in FINISHED}
        committed = files_at(guest, RECIPES)
        return committed == expected, [name for name in committed if committed[name] != expected.get(name)]

    return examine("the commit has the finished recipes, and all others as they were", look)


def nothing_is_staged(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        committed, staged = files_at(guest, RECIPES), staged_files(guest, RECIPES)
        return staged == committed, [name for name in staged if staged[name] != committed.get(name)]

    return examine("nothing is staged", look)
