from checkers import GuestView, Score
from checkers.media import player_is, playlist_is
from checkers.nothing_else import nothing_else

TRIP = "/home/user/Videos/trip"
CLIPS = ("01-station", "02-bridge", "03-harbour", "04-market")


def check(guest: GuestView) -> Score:
    paths = [f"{TRIP}/{name}.mp4" for name in CLIPS]
    return Score.all_of(
        playlist_is(guest, paths),
        player_is(guest, "paused", paths[2], fullscreen=True),
        nothing_else(guest),
    )
