from checkers import GuestView, Score
from checkers.desktop import setting_is, volume_is
from checkers.nothing_else import may_change, nothing_else

SETTINGS = ".config/dconf/user"
SOUND = ".local/state/wireplumber/restore-stream"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        setting_is(guest, "org.gnome.desktop.interface", "text-scaling-factor", 1.25),
        setting_is(guest, "org.gnome.desktop.notifications", "show-banners", False),
        volume_is(guest, 30),
        nothing_else(
            guest,
            may_change(SETTINGS, "setting /org/gnome/desktop/interface/text-scaling-factor"),
            may_change(SETTINGS, "setting /org/gnome/desktop/notifications/show-banners"),
            may_change(SOUND, "setting restore-stream/Audio/Sink:*"),
        ),
    )
