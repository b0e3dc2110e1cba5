"""The polling helper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import waiting
from tests.waiting import eventually, limit, poll


def test_the_first_true_value_is_returned() -> None:
    values = iter([None, 0, 7, 8])
    assert eventually(lambda: next(values), what="seven") == 7


def test_a_wait_in_vain_names_what_was_waited_for_and_the_last_state() -> None:
    with pytest.raises(AssertionError, match=r"timed out after [\d.]+ s waiting for the door; it is shut"):
        eventually(lambda: False, what=lambda: "the door; it is shut", seconds=0.05)


def test_an_error_of_the_condition_ends_the_wait() -> None:
    with pytest.raises(ZeroDivisionError):
        eventually(lambda: 1 / 0, what="nothing", seconds=60)


def test_a_poll_returns_the_accepted_value_or_the_last_one() -> None:
    values = iter([1, 2, 3])
    assert poll(lambda: next(values), lambda value: value == 2) == 2
    assert poll(lambda: "last", lambda value: value == "other", seconds=0.05) == "last"


@pytest.mark.parametrize(
    ("loadavg", "factor"),
    [
        ("0.10 0.00 0.00 1/200 1", 1.0),
        ("6.00 0.00 0.00 1/200 1", 3.0),
        ("0.10 0.00 0.00 8/200 1", 4.0),
        ("99.0 0.00 0.00 50/200 1", waiting.MOST_SLOWED),
    ],
)
def test_limits_grow_with_the_processes_that_want_a_processor(
    loadavg: str, factor: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "loadavg").write_text(loadavg)
    monkeypatch.setattr(waiting, "LOAD", tmp_path / "loadavg")
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert limit(10) == 10 * factor
