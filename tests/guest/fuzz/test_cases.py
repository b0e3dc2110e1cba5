"""What the machine found and was mended: each kept case is played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.core.guest import Guest
from tests.guest.fuzz.case import Case
from tests.guest.fuzz.machine import play_case
from tests.guest.fuzz.subjects import find_subjects

pytestmark = pytest.mark.guest

CASES = sorted(Path(__file__).with_name("cases").glob("*.json"))


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_a_kept_case_finds_nothing_any_more(file: Path, guest: Guest) -> None:
    case = Case.loaded(file.read_text())
    subject = find_subjects()[case.app](guest)
    try:
        assert not [finding.problem for finding in play_case(subject, case)]
    finally:
        subject.close()
