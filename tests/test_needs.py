"""What a marked test needs is made ready, or the test fails and says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import needs

pytest_plugins = "pytester"

TESTS = """
import pytest

@pytest.mark.guest
def test_marked(): pass

@pytest.mark.guest
def test_marked_too(): pass

def test_plain(): pass
"""


@pytest.fixture
def prepare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in for `scripts/prepare-tests`; every call leaves a line in `asked` beside it."""
    command = tmp_path / "prepare"
    monkeypatch.setattr(needs, "PREPARE", command)
    needs._prepare.cache_clear()
    return command


def run(pytester: pytest.Pytester, prepare: Path, ending: str) -> pytest.RunResult:
    prepare.write_text(f'#!/bin/sh\necho "$@" >>{prepare.parent}/asked\n{ending}\n')
    prepare.chmod(0o755)
    pytester.makepyfile(TESTS)
    marker = "markers=guest: boots guests"
    return pytester.runpytest("-p", "tests.needs", "-p", "no:cacheprovider", "-o", marker, "--strict-markers")


def test_it_is_made_ready_once(pytester: pytest.Pytester, prepare: Path) -> None:
    run(pytester, prepare, "exit 0").assert_outcomes(passed=3)
    assert (prepare.parent / "asked").read_text() == "guest\n"


def test_a_test_whose_need_is_not_met_fails_and_says_how_it_would_be(
    pytester: pytest.Pytester, prepare: Path
) -> None:
    result = run(pytester, prepare, "echo 'Run: sudo scripts/testbed image build' >&2; exit 2")
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines(["the test needs `guest`:", "Run: sudo scripts/testbed image build"])
