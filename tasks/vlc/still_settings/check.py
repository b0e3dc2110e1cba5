from checkers import GuestView, Score
from checkers.nothing_else import may_change, nothing_else
from checkers.vlc_settings import option_is

OPTIONS = {
    "snapshot-path": "/home/user/Pictures/Owls",
    "snapshot-prefix": "owl-",
    "snapshot-format": "jpg",
    "snapshot-sequential": "1",
}


def check(guest: GuestView) -> Score:
    return Score.all_of(
        *(option_is(guest, name, value) for name, value in OPTIONS.items()),
        nothing_else(guest, may_change(".config/vlc/vlcrc", *(f"setting {name}" for name in OPTIONS))),
    )
