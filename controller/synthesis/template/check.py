"""Drafted: the answer must have these values, which the chain of calls in solve.py returned."""

import re

from checkers import GuestView, Score, claim

EXPECTED: tuple[str, ...] = ()


def check(guest: GuestView) -> Score:
    answer = guest.termination.answer if guest.termination else ""
    return Score.all_of(*(claim(f"the answer has {value}", has(answer, value), answer) for value in EXPECTED))


def has(answer: str, value: str) -> bool:
    """Whether a text has a value as a whole word or number; thousands may be separated by commas."""
    plain, value = (re.sub(r"(?<=\d),(?=\d{3})", "", text) for text in (answer, value))
    return re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\d)", plain, re.IGNORECASE) is not None
