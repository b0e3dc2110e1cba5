from checkers import GuestView, Score
from checkers.files import file_is, tree_is
from checkers.vscode import rest_of_settings_kept, setting_is

from .variant import Facts

NEWSLETTER = "/home/user/Documents/newsletter"


def check(guest: GuestView, facts: Facts) -> Score:
    rules = {
        "files.autoSaveDelay": facts.delay,
        "files.exclude": {f"**/*.{facts.hidden}": True, f"**/*.{facts.end}": True},
        "workbench.editor.wrapTabs": True,
    }
    texts = facts.newsletter
    return Score.all_of(
        *(setting_is(guest, key, value) for key, value in rules.items()),
        rest_of_settings_kept(guest, facts.settings.encode(), *rules),
        tree_is(guest, NEWSLETTER, texts),
        *(file_is(guest, f"{NEWSLETTER}/{name}", text.encode()) for name, text in sorted(texts.items())),
    )
