from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_change, nothing_else
from checkers.values import Duration, ListOf, Number, value_claim

SETTINGS = "reader/settings.yaml"
MENDED = "  max_size_mb: 40"


@judged
def check(guest: GuestView) -> Score:
    lines = read_text(guest, f"/home/user/{SETTINGS}").splitlines()
    return Score.all_of(
        claim("max_size_mb is a setting of the cache", lines[3:4] == [MENDED], lines[:10]),
        value_claim(
            guest,
            "the cache had 100 MB and keeps things for 300 s",
            ListOf((Number(100, "MB"), Duration(300, "seconds")), ordered=True),
            given="40 MB",
        ),
        nothing_else(guest, may_change(SETTINGS, "line 4", what="text")),
    )
