from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

GUIDE = "/home/user/.local/state/mcp/city-guide/data.db"
BRIDGE_PHARMACY, BLUE_HERON_INN = 420, 408


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, GUIDE, "SELECT place, note FROM saved ORDER BY place")
    return Score.all_of(
        claim(
            "the open pharmacy and the inn near it are saved",
            [row[0] for row in saved] == [BLUE_HERON_INN, BRIDGE_PHARMACY],
            saved,
        ),
        claim("their notes are Sunday", saved != [] and all(row[1] == "Sunday" for row in saved), saved),
        number_claim(affirming(guest), "the answer is 5.11", 5.11),
    )
