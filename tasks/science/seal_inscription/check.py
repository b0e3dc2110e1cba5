import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.negation import affirmed

MANSION = re.compile(r"[\u4e00-\u9fff]+")


def check(guest: GuestView) -> Score:
    parts = [part.strip(" .。") for part in affirmed(answer(guest)).split(";")]
    day, lunar, mansion = parts if len(parts) == 3 else ("", "", "")
    return Score.all_of(
        claim("the date is 1924-12-18", day == "1924-12-18", parts),
        claim("it is the 22nd of the eleventh month", lunar == "11-22", parts),
        claim("the mansion is the Well", MANSION.findall(mansion) == ["井木犴吉"], parts),
    )
