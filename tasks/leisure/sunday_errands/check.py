from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Number, value_claim

GUIDE = "/var/lib/testbed-fixtures/city-guide/data.db"
BRIDGE_PHARMACY, BLUE_HERON_INN = 420, 408


@judged
def check(guest: GuestView) -> Score:
    saved = dict(rows(guest, GUIDE, "SELECT place, note FROM saved ORDER BY place"))
    return Score.all_of(
        claim(
            "the open pharmacy and the inn near it are saved",
            set(saved) == {BLUE_HERON_INN, BRIDGE_PHARMACY},
            saved,
        ),
        claim('their notes are "Sunday"', set(saved.values()) == {"Sunday"}, saved),
        value_claim(
            guest,
            "the answer is 5.11 kilometres",
            Number(5.11, "km", decimals=2),
            given="2.63 km to the pharmacy, 2.48 km to the inn",
        ),
        nothing_else(guest, may_change(GUIDE, "table saved")),
    )
