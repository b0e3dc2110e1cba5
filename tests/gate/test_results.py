"""The results of tests, and what is taken from them: durations, failures, a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gate.durations import UNKNOWN_SECONDS, Durations
from tests.gate.durations_table import durations_table
from tests.gate.failures import find_failures
from tests.gate.results import TestResult, read_results

pytest_plugins = "pytester"

TESTS = """
import pytest

@pytest.fixture
def broken(): raise OSError("no room")

@pytest.fixture
def leaves_something():
    yield
    raise OSError("left something")

@pytest.mark.slow
def test_passes(): pass
def test_fails(): assert False, "as meant"
def test_lacks(broken): pass
def test_leaves(leaves_something): pass
"""


def result(test: str, seconds: float = 1, setup: float = 0, **more: object) -> TestResult:
    values = {"outcome": "passed", "phase": "", "text": "", "markers": ("guest",), **more}
    return TestResult(test, seconds=seconds, setup_seconds=setup, **values)  # type: ignore[arg-type]


def failed(test: str, text: str, phase: str = "call") -> TestResult:
    return result(test, outcome="failed", phase=phase, text=text)


def test_each_test_has_a_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=TESTS)
    path = pytester.path / "results.jsonl"
    pytester.runpytest("-p", "tests.gate.results", f"--results={path}", "-o", "markers=slow: takes seconds")
    found = {result.test.split("::")[1]: result for result in read_results(path)}
    assert {name: (result.outcome, result.phase) for name, result in found.items()} == {
        "test_passes": ("passed", ""),
        "test_fails": ("failed", "call"),
        "test_lacks": ("failed", "setup"),
        "test_leaves": ("failed", "teardown"),
    }
    assert found["test_passes"].markers == ("slow",) and not found["test_passes"].text
    assert "as meant" in found["test_fails"].text and "no room" in found["test_lacks"].text


def test_no_file_has_no_results(tmp_path: Path) -> None:
    assert read_results(tmp_path / "results.jsonl") == []


def test_tests_without_their_shared_fixture_are_one_failure_and_others_one_each() -> None:
    results = [
        failed("a.py::test_1", "no guest", "setup"),
        result("a.py::test_2"),
        failed("a.py::test_3", "no guest", "setup"),
        failed("a.py::test_4", "no room", "setup"),
        failed("a.py::test_5", "wrong"),
        failed("a.py::test_6", "wrong"),
        failed("b.py::test_1", "no guest", "setup"),
    ]
    assert [failure.tests for failure in find_failures(results)] == [
        ("a.py::test_1", "a.py::test_3"),
        ("a.py::test_4",),
        ("a.py::test_5",),
        ("a.py::test_6",),
        ("b.py::test_1",),
    ]


def test_shared_fixtures_count_once_a_file() -> None:
    durations = Durations.of(
        [
            result("a.py::test_1[x::y]", seconds=12, setup=10),
            result("a.py::test_2", seconds=3, setup=0.5),
            failed("a.py::test_3", ""),
            result("host.py::test_quick", seconds=0.1, markers=()),
            result("host.py::test_slow", seconds=4, markers=()),
        ]
    )
    assert durations.of_setup("a.py") == 10
    assert durations.of_guest_test("a.py::test_1[x::y]") == 2
    assert durations.of_guest_test("a.py::test_2") == 3
    assert durations.of_guest_test("a.py::test_3") == durations.of_guest_test("c.py::test") == UNKNOWN_SECONDS
    assert (durations.of_file("a.py"), durations.of_file("host.py"), durations.of_file("c.py")) == (
        15,
        4,
        0,
    )
    assert list(durations.files["host.py"].tests) == ["test_slow"]


def test_the_table_has_the_dearest_first() -> None:
    rows = durations_table([result("a.py::test_1", 2), result("b.py::test_1", 3), result("b.py::test_2", 1)])
    assert [row.split() for row in rows.splitlines() if row] == [
        ["6.0", "s", "in", "all,", "2", "files"],
        ["6.0", "s", "3", "tests", "guest"],
        ["4.0", "s", "2", "tests", "b.py"],
        ["2.0", "s", "1", "tests", "a.py"],
    ]
