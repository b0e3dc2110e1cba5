import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.files import file_is
from checkers.negation import affirmed

PLAN = Path(__file__).parent / "files" / "hall.xcf"
FREE = 7
"""Of 12 seats, 5 are crossed out on the layer of that evening."""


def check(guest: GuestView) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    numbers = re.findall(r"\d+", answer)
    return Score.all_of(
        claim(f"the answer is {FREE}, and no other number", numbers == [str(FREE)], answer),
        file_is(guest, "/home/user/Pictures/hall.xcf", PLAN.read_bytes()),
    )
