from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.vscode import cursor_is_at, folders_are

PROJECTS = "/home/user/projects"
LINE_OF_ACCENT = 5


def check(guest: GuestView) -> Score:
    return Score.all_of(
        folders_are(guest, f"{PROJECTS}/webshop", f"{PROJECTS}/shared-styles"),
        cursor_is_at(guest, f"{PROJECTS}/shared-styles/tokens.css", LINE_OF_ACCENT),
        nothing_else(guest),
    )
