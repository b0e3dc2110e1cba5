"""Failures are short, whatever was compared: on a terminal, in CI, and in the summary at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = "pytester"

MOST_LINES = 50
CASES = {
    "pictures": "assert bytes(3_000_000) == bytes(2_000_000) + bytes([7]) * 1_000_000",
    "lists": "assert list(range(1_000)) == []",
    "texts": r"assert '\n'.join(map(str, range(1_000))) == 'x'",
    "messages": r"assert False, '\n'.join(map(str, range(1_000)))",
    "errors": r"raise ValueError('\n'.join(map(str, range(1_000))))",
    "failures": r"import pytest; pytest.fail('\n'.join(map(str, range(1_000))))",
    "one long line": "assert 'x' * 3_000_000 == 'y'",
}


@pytest.mark.parametrize("statement", CASES.values(), ids=CASES)
@pytest.mark.parametrize("ci", [True, False], ids=["ci", "terminal"])
def test_a_failure_is_short(
    statement: str, ci: bool, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if ci:
        monkeypatch.setenv("CI", "true")
    pytester.makepyfile(f"def test_it():\n    {statement}")
    result = pytester.runpytest("-p", "tests.failure_reports", "-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    head, _, failure = result.stdout.str().partition("FAILURES")
    details, _, summary = failure.partition("short test summary info")
    assert head and summary
    for part in (details, summary):
        assert len(part.splitlines()) <= MOST_LINES
        assert len(part) < 30_000


def test_a_short_failure_is_left_as_it_is(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it():\n    assert b'ab' == b'ac', [1, 2]")
    result = pytester.runpytest("-p", "tests.failure_reports", "-p", "no:cacheprovider")
    result.stdout.no_fnmatch_line("*left out*")
    result.stdout.fnmatch_lines(["E*AssertionError: [[]1, 2]"])


def test_a_lone_surrogate_in_a_report_is_escaped(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makepyfile("def test_it():\n    assert chr(0xD800) == ''")
    result = pytester.runpytest_subprocess("-p", "tests.failure_reports", "-n", "1", "-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    assert "INTERNALERROR" not in result.stdout.str()
