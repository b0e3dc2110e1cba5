from checkers import GuestView, Score
from checkers.desktop import setting_is
from checkers.variants import judged_with_facts

from .variant import Facts

PROFILE = "b1dcc9dd-5262-4d8d-a863-c897e6d979b9"
"""The profile that GNOME Terminal has from the start."""
TERMINAL = f"org.gnome.Terminal.Legacy.Profile:/org/gnome/terminal/legacy/profiles:/:{PROFILE}/"
SCREENSAVER = "org.gnome.desktop.screensaver"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        setting_is(guest, "org.gnome.Terminal.ProfilesList", "default", PROFILE),
        setting_is(guest, TERMINAL, "default-size-columns", facts.columns),
        setting_is(guest, TERMINAL, "default-size-rows", facts.rows),
        setting_is(guest, "org.gnome.desktop.session", "idle-delay", facts.minutes * 60),
        setting_is(guest, SCREENSAVER, "lock-enabled", True),
        setting_is(guest, SCREENSAVER, "lock-delay", facts.seconds),
    )
