from checkers import GuestView, Score
from checkers.vscode import extension_is_installed, setting_is


def check(guest: GuestView) -> Score:
    return Score.all_of(
        extension_is_installed(guest, "lantern.harbor-themes", "1.2.0"),
        setting_is(guest, "workbench.colorTheme", "Harbor Dusk"),
    )
