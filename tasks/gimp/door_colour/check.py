import re

from checkers import GuestView, Score, claim
from checkers.files import file_is
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts, picture

_CODE = re.compile(r"(?<![0-9a-z])#?([0-9a-f]{6})(?![0-9a-z])")


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    codes = {int(code, 16) for code in _CODE.findall(answer)}
    return Score.all_of(
        claim(
            f"the answer is {facts.house.door:06x}, and no other code", codes == {facts.house.door}, answer
        ),
        file_is(guest, f"/home/user/Pictures/{facts.street}.png", picture(facts)),
    )
