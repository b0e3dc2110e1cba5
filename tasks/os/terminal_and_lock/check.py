from checkers import GuestView, Score
from checkers.desktop import setting_is
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

PROFILE = "/org/gnome/terminal/legacy/profiles:/:b1dcc9dd-5262-4d8d-a863-c897e6d979b9/"
"""The profile that GNOME Terminal has from the start."""
TERMINAL = f"org.gnome.Terminal.Legacy.Profile:{PROFILE}"
SCREENSAVER = "org.gnome.desktop.screensaver"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    keys = (
        *(f"{PROFILE}default-size-columns", f"{PROFILE}default-size-rows"),
        *(f"/org/gnome/desktop/{key}" for key in ("session/idle-delay", "screensaver/lock-*")),
    )
    return Score.all_of(
        setting_is(guest, TERMINAL, "default-size-columns", facts.columns),
        setting_is(guest, TERMINAL, "default-size-rows", facts.rows),
        setting_is(guest, "org.gnome.desktop.session", "idle-delay", facts.minutes * 60),
        setting_is(guest, SCREENSAVER, "lock-enabled", True),
        setting_is(guest, SCREENSAVER, "lock-delay", facts.seconds),
        nothing_else(guest, may_change(".config/dconf/user", *(f"setting {key}" for key in keys))),
    )
