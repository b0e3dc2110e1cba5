import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

NOTE = "simulation/ended.txt"
PROCESS = re.compile(r"^(\d+) .*--run (\d+)$", re.MULTILINE)
STARTED = "/var/lib/simulation_processes"
"""The set-up's list of the processes' numbers; the user cannot change it."""


@judged
def check(guest: GuestView) -> Score:
    listed = guest.look(["pgrep", "-af", "^python3 /home/user/simulation/simulate[.]py"]).text
    found = PROCESS.findall(listed)
    runs = sorted(run for _, run in found)
    restarted = {process for process, _ in found} - set(read_text(guest, STARTED).split())
    note = read_text(guest, f"/home/user/{NOTE}").strip()
    return Score.all_of(
        claim("the runs 3 and 5 are at work, and no other", runs == ["3", "5"], listed[:500]),
        claim("none was started again", found != [] and not restarted, listed[:500]),
        claim("ended.txt names the run and its last energy", note == "run 4, energy 312.6", note[:200]),
        nothing_else(guest, may_add(NOTE)),
    )
