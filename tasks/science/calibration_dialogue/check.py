from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text

READINGS = (100.42, 100.38, 100.47)
FACTOR = f"{100 / (sum(READINGS) / 3):.5f}"
CODE = int(sum(READINGS) * 1000) % 9973


@judged
def check(guest: GuestView) -> Score:
    left = guest.look(["pgrep", "-f", "calibrate[.]py"]).text.split()
    lines = read_text(guest, "/home/user/balance/result.txt").splitlines()
    return Score.all_of(
        claim("result.txt has factor and code", lines == [f"factor {FACTOR}", f"code {CODE}"], lines),
        claim("the program is ended", not left, left),
    )
