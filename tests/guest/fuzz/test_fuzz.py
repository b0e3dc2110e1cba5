"""Three minutes of the machine, with other cases for each commit; the long runs are `scripts/fuzz_tools`."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from controller.core.guest import Guest
from tests.guest.fuzz.machine import explore
from tests.guest.fuzz.subjects import find_promises, find_subjects
from tests.guest.tools.contract import CONTRACT

SECONDS = 180.0
SUBJECTS = find_subjects()


def test_every_tool_has_a_promise() -> None:
    assert sorted(find_promises()) == sorted(CONTRACT)


@pytest.mark.guest
@pytest.mark.parametrize("app", SUBJECTS)
def test_calls_keep_their_promises(app: str, guest: Guest) -> None:
    subject = SUBJECTS[app](guest)
    deadline = time.monotonic() + SECONDS / len(SUBJECTS)
    try:
        tally = explore(subject, calls=10_000, number=commit_number(), deadline=deadline)
    finally:
        subject.close()
    assert not [f"{finding.problem}\n{finding.case.dumped()}" for finding in tally.findings]
    assert tally.calls


def commit_number() -> int:
    """The commit's hash as a seed."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout[:7], 16)
