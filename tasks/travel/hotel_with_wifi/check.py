import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Name, Number, value_claim

GUIDE = "/var/lib/testbed-fixtures/city-guide/data.db"
HOTEL_MERIDIAN = 209
OTHERS = ["Juniper Table", "Old Granary", "Blue Heron Inn"]


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, GUIDE, "SELECT place, note FROM saved")
    notes = [re.sub(r"\D", "", str(row[1])) for row in saved]
    return Score.all_of(
        claim("the Hotel Meridian alone is saved", [row[0] for row in saved] == [HOTEL_MERIDIAN], saved),
        claim("its note is the phone number", notes == ["0315332014"], saved),
        value_claim(
            guest, "the restaurant is The Copper Ladle", Name("The Copper Ladle", OTHERS, partial=True)
        ),
        value_claim(guest, "the way is 0.88 km", Number(0.88, "km", decimals=2)),
        nothing_else(guest, may_change(GUIDE, "table saved")),
    )
