import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text


@judged
def check(guest: GuestView) -> Score:
    listed = guest.look(["pgrep", "-af", "^python3 /home/user/simulation/simulate[.]py"]).text
    runs = sorted(re.findall(r"--run (\d+)$", listed, re.MULTILINE))
    note = read_text(guest, "/home/user/simulation/ended.txt").strip()
    return Score.all_of(
        claim("the runs 3 and 5 are at work, and no other", runs == ["3", "5"], listed[:500]),
        claim("ended.txt names the run and its last energy", note == "run 4, energy 312.6", note[:200]),
    )
