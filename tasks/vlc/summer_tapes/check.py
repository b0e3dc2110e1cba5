from checkers import GuestView, Score
from checkers.media import player_is, playlist_is
from checkers.nothing_else import nothing_else

TAPES = "/home/user/Music/tapes"
SUMMER = (
    "1999/1998-06-06-market.ogg",
    "1998/box-a/1998-06-28-harvest.ogg",
    "1998/box-b/1998-07-19-lake.ogg",
    "1998/box-b/1998-08-09-birthday.ogg",
)


def check(guest: GuestView) -> Score:
    paths = [f"{TAPES}/{name}" for name in SUMMER]
    return Score.all_of(playlist_is(guest, paths), player_is(guest, "playing", paths[0]), nothing_else(guest))
