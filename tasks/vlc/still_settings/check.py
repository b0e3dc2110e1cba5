from checkers import GuestView, Score
from checkers.vlc_settings import option_is

ORIGINAL = {
    "extraintf": "http",
    "http-host": "127.0.0.1",
    "http-port": "8090",
    "metadata-network-access": "0",
    "one-instance": "1",
    "one-instance-when-started-from-file": "1",
    "playlist-enqueue": "0",
    "video-title-show": "0",
}


def check(guest: GuestView) -> Score:
    return Score.all_of(
        option_is(guest, "snapshot-path", "/home/user/Pictures/Owls"),
        option_is(guest, "snapshot-prefix", "owl-"),
        option_is(guest, "snapshot-format", "jpg"),
        option_is(guest, "snapshot-sequential", "1"),
        *(option_is(guest, name, value, default=value) for name, value in ORIGINAL.items()),
    )
