"""The sample of the tests on guests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.durations import UNKNOWN_SECONDS, Durations, FileDurations
from tests.gate.sample import SHARE, draw, draw_share

pytest_plugins = "pytester"

FILES: Mapping[str, FileDurations] = {
    f"tests/guest/test_{file}.py": FileDurations(file * 3.0, {f"test_{n}": n * 1.5 for n in range(8)})
    for file in range(5)
}
DURATIONS = Durations(FILES)
TESTS = [f"{file}::{test}" for file, entry in FILES.items() for test in entry.tests]

TEST_FILE = """
import pytest

@pytest.mark.guest
@pytest.mark.core
def test_core(): pass

@pytest.mark.guest
@pytest.mark.parametrize("number", range(10))
def test_other(number): pass

@pytest.mark.sampled
@pytest.mark.parametrize("number", range(20))
def test_one_of_many(number): pass

def test_host(): pass
"""


@given(seconds=st.floats(0, 200), seed=st.text())
def test_a_sample_fits_its_time_and_no_other_test_would(seconds: float, seed: str) -> None:
    drawn = draw(TESTS, DURATIONS, seconds, seed)
    files = {test.split("::")[0] for test in drawn}
    left = seconds - sum(map(DURATIONS.of_guest_test, drawn)) - sum(map(DURATIONS.of_setup, files))
    assert left >= -1e-9
    for test in {*TESTS} - drawn:
        file = test.split("::")[0]
        setup = 0 if file in files else DURATIONS.of_setup(file)
        assert DURATIONS.of_guest_test(test) + setup > left - 1e-9


def test_the_seed_decides() -> None:
    assert draw(TESTS, DURATIONS, 40, "a") == draw(reversed(TESTS), DURATIONS, 40, "a")
    assert len({frozenset(draw(TESTS, DURATIONS, 40, str(seed))) for seed in range(20)}) > 10


def test_every_test_is_drawn_by_some_commit() -> None:
    drawn: set[str] = set()
    for seed in range(200):
        drawn |= draw(TESTS, DURATIONS, 40, str(seed))
    assert drawn == {*TESTS}


def test_only_tests_on_guests_are_drawn_and_those_of_the_core_always_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Durations, "load", lambda: Durations({}))
    pytester.makepyfile(test_it=TEST_FILE)
    markers = "markers=guest: x\n core: x\n sampled: x"
    options = ["-p", "tests.gate.sample", "-p", "no:cacheprovider", "-o", markers, "-v"]
    sample = f"--sample={3.5 * UNKNOWN_SECONDS}"
    result = pytester.runpytest(*options, sample, "--sample-seed=x")
    result.assert_outcomes(passed=5 + round(20 * SHARE), deselected=7 + round(20 * (1 - SHARE)))
    result.stdout.fnmatch_lines_random(["*::test_core PASSED*", "*::test_host PASSED*"])
    pytester.runpytest(*options).assert_outcomes(passed=32)


def test_a_share_is_of_each_file() -> None:
    tests = [f"{file}.py::test[{number}]" for file in "ab" for number in range(100)] + ["c.py::test"]
    drawn = draw_share(tests, 0.1, "x")
    assert [sum(test.startswith(file) for test in drawn) for file in "abc"] == [10, 10, 1]
    assert drawn == draw_share(reversed(tests), 0.1, "x") != draw_share(tests, 0.1, "y")


def test_durations_are_kept_by_file(tmp_path: Path) -> None:
    path = tmp_path / "durations.json"
    assert Durations.load(path).files == {}
    DURATIONS.save(path)
    assert Durations.load(path).files == FILES
