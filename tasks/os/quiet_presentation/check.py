from checkers import GuestView, Score
from checkers.desktop import setting_is, volume_is


def check(guest: GuestView) -> Score:
    return Score.all_of(
        setting_is(guest, "org.gnome.desktop.interface", "text-scaling-factor", 1.25),
        setting_is(guest, "org.gnome.desktop.notifications", "show-banners", False),
        volume_is(guest, 30),
    )
