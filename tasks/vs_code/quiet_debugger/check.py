from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.vscode import setting_is

SETTINGS = ".local/share/code-server/User/settings.json"
OVERRIDES = "python.analysis.diagnosticSeverityOverrides"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        setting_is(guest, "debug.focusEditorOnBreak", value=False),
        setting_is(guest, OVERRIDES, {"reportMissingImports": "warning", "reportUnusedVariable": "none"}),
        nothing_else(
            guest,
            may_change(SETTINGS, "member debug.focusEditorOnBreak"),
            may_change(SETTINGS, f"member {OVERRIDES}/member reportMissingImports"),
        ),
    )
