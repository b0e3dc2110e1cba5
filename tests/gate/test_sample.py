"""The sample of the tests on guests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.durations import UNKNOWN_SECONDS, Durations, FileDurations
from tests.gate.sample import MOST_OF_LONG_FILE, SHARE, draw, draw_share

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

@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("number", [*range(30), pytest.param("again", marks=pytest.mark.core)])
def test_one_of_some(number): pass

def test_host(): pass
"""


def total(tests: Iterable[str]) -> float:
    tests = list(tests)
    return sum(map(DURATIONS.of_guest_test, tests)) + sum(
        map(DURATIONS.of_setup, {test.split("::")[0] for test in tests})
    )


@given(seconds=st.floats(0, 300), seed=st.text())
def test_a_sample_fits_its_time_and_has_whole_files_but_of_long_ones(seconds: float, seed: str) -> None:
    drawn = draw(TESTS, DURATIONS, seconds, seed)
    left = seconds - total(drawn)
    assert left >= -1e-9
    for file in FILES:
        listed = [test for test in TESTS if test.startswith(file)]
        if total(listed) <= seconds:
            assert drawn.issuperset(listed) or (drawn.isdisjoint(listed) and total(listed) > left - 1e-9)
        elif some := drawn.intersection(listed):
            assert sum(map(DURATIONS.of_guest_test, some)) <= seconds * MOST_OF_LONG_FILE + 1e-9


def test_the_seed_decides() -> None:
    assert draw(TESTS, DURATIONS, 40, "a") == draw(reversed(TESTS), DURATIONS, 40, "a")
    assert len({frozenset(draw(TESTS, DURATIONS, 100, str(seed))) for seed in range(20)}) > 5


def test_every_test_is_drawn_by_some_commit() -> None:
    drawn: set[str] = set()
    for seed in range(200):
        drawn |= draw(TESTS, DURATIONS, 50, str(seed))
    assert drawn == {*TESTS}


def test_only_tests_on_guests_are_drawn_and_those_of_the_core_always_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Durations, "load", lambda: Durations({}))
    pytester.makepyfile(test_it=TEST_FILE)
    markers = "markers=guest: x\n core: x\n sampled: x"
    options = ["-p", "tests.gate.sample", "-p", "no:cacheprovider", "-o", markers, "-v"]
    sample = f"--sample={9 * UNKNOWN_SECONDS}"  # the file's tests take ten times as long
    some = int(9 * MOST_OF_LONG_FILE)
    result = pytester.runpytest(*options, sample, "--sample-seed=x")
    result.assert_outcomes(
        passed=2 + some + round(20 * SHARE) + 10 + 1, deselected=10 - some + round(20 * (1 - SHARE)) + 20
    )
    result.stdout.fnmatch_lines_random(
        ["*::test_core PASSED*", "*::test_host PASSED*", "*::test_one_of_some?again? PASSED*"]
    )
    pytester.runpytest(*options).assert_outcomes(passed=63)


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
