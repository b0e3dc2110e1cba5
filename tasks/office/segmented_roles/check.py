import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.negation import affirmed


def check(guest: GuestView) -> Score:
    given = affirmed(answer(guest))
    versions = re.findall(r"(?<![\d.])\d+\.\d+\.\d+(?![\d.]*\d)", given)
    days = re.findall(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)", given)
    return Score.all_of(
        claim("the one version is 6.1.2", versions == ["6.1.2"], versions),
        claim("the one day is 2025-12-24", days == ["2025-12-24"], days),
    )
