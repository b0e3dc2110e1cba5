"""What the agent has answered in words, in its last action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checkers.base import Claim, GuestView, claim

MOST_CHARACTERS = 4000
"""A longer answer is no answer to a short question."""
_NUMBER = re.compile(r"(?<![\w.,])[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?")


def answer(guest: GuestView) -> str:
    """The agent's answer; "" if it gave none, ran out of steps, or wrote more than MOST_CHARACTERS."""
    text = guest.termination.answer if guest.termination else ""
    return text if len(text) <= MOST_CHARACTERS else ""


def numbers(text: str) -> list[float]:
    """The numbers in a text, such as 1,250.50; those that a letter comes before are none."""
    return [float(found.replace(",", "").replace("\u2212", "-")) for found in _NUMBER.findall(text)]


def number_claim(guest: GuestView, text: str, expected: float, tolerance: float = 0.005) -> Claim:
    """Claim that the answer has one number, and that it is the expected one."""
    found = numbers(answer(guest))
    return claim(text, len(found) == 1 and abs(found[0] - expected) <= tolerance + 1e-9, answer(guest)[:300])


def choice_claim(guest: GuestView, text: str, expected: str, others: Sequence[str]) -> Claim:
    """Claim that the answer names the expected one of several things, and no other."""
    given = answer(guest)
    named = [
        name for name in (expected, *others) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", given, re.I)
    ]
    return claim(text, named == [expected], given[:300])
