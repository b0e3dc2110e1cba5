from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

NOTE = "Documents/grandfather.txt"
LINES = ["born: 1941-10-22", "lunar: 9-3", "in 2027: 2027-10-02"]


@judged
def check(guest: GuestView) -> Score:
    text = read_text(guest, f"/home/user/{NOTE}")
    lines = [" ".join(line.split()).lower() for line in text.splitlines() if line.strip()]
    lines = [line.replace("lunar: 09-03", "lunar: 9-3") for line in lines]
    return Score.all_of(
        claim("the first line is the day of birth", lines[:1] == LINES[:1], lines[:1]),
        claim("the second line is the lunar day", lines[1:2] == LINES[1:2], lines[1:2]),
        claim("the third line is the day in 2027", lines[2:3] == LINES[2:], lines[2:3]),
        claim("there are three lines", len(lines) == len(LINES), lines[:9]),
        nothing_else(guest, may_add(NOTE)),
    )
