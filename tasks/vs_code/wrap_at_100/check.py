from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.vscode import setting_is

from .variant import Facts

SETTINGS = ".local/share/code-server/User/settings.json"
COLUMN = "editor.wordWrapColumn"


def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        setting_is(guest, COLUMN, facts.new),
        nothing_else(guest, may_change(SETTINGS, f"member {COLUMN}")),
    )
