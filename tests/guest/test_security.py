"""What the agent's user tries and must not reach, on a real guest."""

from __future__ import annotations

import pytest

from controller.core.guest import Guest
from controller.guests.provider import Provider
from controller.guests.security_check import ATTEMPTS, security_check
from controller.guests.security_check.check import run_attempt, run_left_behind
from controller.guests.security_check.while_judged import LEFT_BEHIND

pytestmark = pytest.mark.guest


def test_no_attempt_reaches_its_goal(provider: Provider) -> None:
    results = security_check(provider)
    assert len(results) >= 60
    assert not [(result.name, result.detail) for result in results if result.reached]


@pytest.mark.core
@pytest.mark.parametrize("name", [attempt.name for attempt in ATTEMPTS if attempt.control])
def test_the_attempts_themselves_work(name: str, guest: Guest) -> None:
    """Root reaches the same goals by the same scripts."""
    (attempt,) = [attempt for attempt in ATTEMPTS if attempt.name == name]
    assert run_attempt(guest, attempt, as_user=False).reached


@pytest.mark.parametrize(
    "name", [left.name for left in LEFT_BEHIND if "daemon" in left.name or "bomb" in left.name]
)
def test_what_is_left_behind_works_unless_it_is_stopped(name: str, guest: Guest) -> None:
    (left,) = [left for left in LEFT_BEHIND if left.name == name]
    assert run_left_behind(guest, left, stop=False).reached
