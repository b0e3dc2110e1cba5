"""Three minutes of the machine, always the same cases; other ones are tried by `scripts/fuzz_tools --seed`."""

from __future__ import annotations

import time

import pytest

from controller.core.guest import Guest
from tests.guest.fuzz.machine import Tally, explore
from tests.guest.fuzz.subjects import find_promises, find_subjects
from tests.guest.tools.contract import CONTRACT

SECONDS = 180.0
SEED = 13
SUBJECTS = find_subjects()


def test_every_tool_has_a_promise() -> None:
    assert sorted(find_promises()) == sorted(CONTRACT)


@pytest.mark.guest
@pytest.mark.parametrize("app", SUBJECTS)
def test_calls_keep_their_promises(app: str, guest: Guest) -> None:
    subject = SUBJECTS[app](guest)
    deadline = time.monotonic() + SECONDS / len(SUBJECTS)
    try:
        tally = Tally()
        explore(subject, tally, calls=10_000, number=SEED, deadline=deadline)
    finally:
        subject.close()
    found = [f"{finding.problem}\n{finding.case.dumped()}" for finding in tally.findings]
    assert not found, f"scripts/fuzz_tools --app {app} --seed {SEED}"
    assert tally.calls
