import re

from checkers import GuestView, Score, claim
from checkers.answers import answer


def check(guest: GuestView) -> Score:
    version, _, day = (part.strip(" .") for part in answer(guest).partition(";"))
    return Score.all_of(
        claim(
            "the version is 6.1.2",
            re.fullmatch(r"(version )?6\.1\.2", version, re.I) is not None,
            version[:80],
        ),
        claim("the day is 2025-12-24", day == "2025-12-24", day[:80]),
    )
