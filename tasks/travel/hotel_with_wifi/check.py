import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged
from checkers.sqlite_tables import rows

GUIDE = "/home/user/.local/state/mcp/city-guide/data.db"
HOTEL_MERIDIAN = 209


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, GUIDE, "SELECT place, note FROM saved")
    notes = [re.sub(r"\D", "", str(row[1])) for row in saved]
    name, _, rest = answer(affirming(guest)).partition(";")
    return Score.all_of(
        claim("the Hotel Meridian alone is saved", [row[0] for row in saved] == [HOTEL_MERIDIAN], saved),
        claim("its note is the phone number", notes == ["0315332014"], saved),
        claim("the restaurant is The Copper Ladle", name.strip().lower() == "the copper ladle", name[:80]),
        claim("the way is 0.88 km", numbers(rest) == [0.88], rest[:80]),
    )
