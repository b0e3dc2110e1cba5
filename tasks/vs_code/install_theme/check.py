from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.vscode import extension_is_installed, setting_is

EXTENSION = "lantern.harbor-themes"
CODE = ".local/share/code-server"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        extension_is_installed(guest, EXTENSION, "1.2.0"),
        setting_is(guest, "workbench.colorTheme", "Harbor Dusk"),
        nothing_else(
            guest,
            may_change(f"{CODE}/extensions/extensions.json", f"extension {EXTENSION}"),
            may_change(f"{CODE}/User/settings.json", "member workbench.colorTheme"),
        ),
    )
