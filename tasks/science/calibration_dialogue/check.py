from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

RESULT = "balance/result.txt"
READINGS = (100.42, 100.38, 100.47)
FACTOR = f"{100 / (sum(READINGS) / 3):.5f}"
CODE = int(sum(READINGS) * 1000) % 9973


@judged
def check(guest: GuestView) -> Score:
    left = guest.look(["pgrep", "-f", "calibrate[.]py"]).text.split()
    lines = read_text(guest, f"/home/user/{RESULT}").splitlines()
    return Score.all_of(
        claim("result.txt has factor and code", lines == [f"factor {FACTOR}", f"code {CODE}"], lines),
        claim("the program is ended", not left, left),
        nothing_else(guest, may_add(RESULT)),
    )
