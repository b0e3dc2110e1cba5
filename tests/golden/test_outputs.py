"""Tables, comparisons, reports, exports and pages of the golden runs are those that were accepted."""

from __future__ import annotations

import json

import pytest

from tests.golden.outputs import EXPECTED, hashes


@pytest.mark.slow
def test_what_is_made_of_the_golden_runs_is_unchanged() -> None:
    """If it changed on purpose: `python -m tests.golden.outputs --accept`; `... FOLDER` writes them, to be compared."""
    expected = json.loads(EXPECTED.read_text())
    made = hashes()
    changed = [name for name, value in made.items() if expected.get(name, value) != value]
    assert (changed, sorted(expected.keys() ^ made.keys())) == ([], [])
