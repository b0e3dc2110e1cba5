from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.media import player, player_is, playlist_is
from checkers.nothing_else import nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

SIGNAL = "/home/user/Music/signal.wav"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    paths = [f"/home/user/Music/{facts.folder}/{piece.name}" for piece in facts.fillers]
    return Score.all_of(
        playlist_is(guest, [SIGNAL, *paths]),
        player_is(guest, "paused", SIGNAL),
        is_at_start(guest),
        nothing_else(guest),
    )


def is_at_start(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        seconds = player(guest).seconds
        return seconds < 1, f"{seconds:.1f} s"

    return examine("the player is at the start", look)
