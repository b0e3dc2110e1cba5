from checkers import GuestView, Score
from checkers.vscode import rest_of_settings_kept, setting_is

from .variant import Facts, settings

COLUMN = "editor.wordWrapColumn"


def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        setting_is(guest, COLUMN, facts.new),
        rest_of_settings_kept(guest, settings(facts).encode(), COLUMN),
    )
