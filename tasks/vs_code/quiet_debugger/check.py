from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is
from checkers.vscode import rest_of_settings_kept, setting_is

FILES = Path(__file__).parent / "files"
PROGRAM = "class/square.py"
SETTINGS = {
    "debug.focusEditorOnBreak": False,
    "python.analysis.diagnosticSeverityOverrides": {
        "reportMissingImports": "warning",
        "reportUnusedVariable": "none",
    },
}


def check(guest: GuestView) -> Score:
    return Score.all_of(
        *(setting_is(guest, key, value) for key, value in SETTINGS.items()),
        rest_of_settings_kept(guest, (FILES / "settings.json").read_bytes(), *SETTINGS),
        file_is(guest, f"/home/user/Documents/{PROGRAM}", (FILES / PROGRAM).read_bytes()),
    )
