from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.vscode import setting_is

from .variant import Facts

SETTINGS = ".local/share/code-server/User/settings.json"


def check(guest: GuestView, facts: Facts) -> Score:
    rules = {
        "files.autoSaveDelay": facts.delay,
        "files.exclude": {f"**/*.{facts.hidden}": True, f"**/*.{facts.end}": True},
        "workbench.editor.wrapTabs": True,
    }
    return Score.all_of(
        *(setting_is(guest, key, value) for key, value in rules.items()),
        nothing_else(guest, may_change(SETTINGS, *(f"member {key}" for key in rules))),
    )
