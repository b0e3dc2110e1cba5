"""The polling helper."""

from __future__ import annotations

import pytest

from tests.waiting import eventually, poll


def test_the_first_true_value_is_returned() -> None:
    values = iter([None, 0, 7, 8])
    assert eventually(lambda: next(values), what="seven") == 7


def test_a_wait_in_vain_names_what_was_waited_for_and_the_last_state() -> None:
    with pytest.raises(AssertionError, match=r"timed out after 0\.05 s waiting for the door; it is shut"):
        eventually(lambda: False, what=lambda: "the door; it is shut", seconds=0.05)


def test_an_error_of_the_condition_ends_the_wait() -> None:
    with pytest.raises(ZeroDivisionError):
        eventually(lambda: 1 / 0, what="nothing", seconds=60)


def test_a_poll_returns_the_accepted_value_or_the_last_one() -> None:
    values = iter([1, 2, 3])
    assert poll(lambda: next(values), lambda value: value == 2) == 2
    assert poll(lambda: "last", lambda value: value == "other", seconds=0.05) == "last"
