from pathlib import Path

from checkers import GuestView, Score
from checkers.vscode import rest_of_settings_kept, setting_is

SETTINGS = Path(__file__).parent / "files" / "settings.json"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        setting_is(guest, "editor.wordWrapColumn", 100),
        rest_of_settings_kept(guest, SETTINGS.read_bytes(), "editor.wordWrapColumn"),
    )
