from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Number, value_claim

CUTTINGS = "Documents/cuttings.md"
LINES = [
    "# Rowing cup",
    "- 2026-05-03: Corvin, 30 points, 1800 spectators",
    "- 2026-05-07: Dunholt, 70 points, 1900 spectators",
    "- 2026-05-18: Eastvale, 53 points, 700 spectators",
    "- 2026-06-08: Corvin, 64 points, 1200 spectators",
    "- 2026-07-13: Aldmere, 49 points, 1000 spectators",
    "- 2026-07-27: Aldmere, 32 points, 300 spectators",
]


@judged
def check(guest: GuestView) -> Score:
    text = read_text(guest, f"/home/user/{CUTTINGS}")
    lines = [line.rstrip() for line in text.strip().splitlines()]
    written = [line for line in lines if line]
    return Score.all_of(
        claim("the heading is on top", written[:1] == LINES[:1], written[:1]),
        claim("an empty line comes after it", lines[1:2] == [""] and lines.count("") == 1, lines[:9]),
        claim("the reports are in it, the oldest first", written[1:] == LINES[1:], written[1:20]),
        value_claim(
            guest, "the answer is 6900 spectators", Number(6900, "spectators"), given="\n".join(LINES)
        ),
        nothing_else(guest, may_add(CUTTINGS)),
    )
