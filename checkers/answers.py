"""What the agent has answered in words, in its last action."""

from __future__ import annotations

from checkers.base import GuestView

MOST_CHARACTERS = 4000
"""A longer answer is no answer to a short question."""


def answer(guest: GuestView) -> str:
    """The agent's answer; "" if it gave none, ran out of steps, or wrote more than MOST_CHARACTERS."""
    text = guest.termination.answer if guest.termination else ""
    return text if len(text) <= MOST_CHARACTERS else ""
