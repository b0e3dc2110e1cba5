"""Waiting for a condition."""

from __future__ import annotations

import threading

import pytest

from controller.core.waiting import wait_until
from testbed.errors import CancelledError, GuestTimeoutError


def test_it_asks_until_the_condition_holds() -> None:
    answers = iter([None, 0, 7])
    assert wait_until(lambda: next(answers), seconds=5, what="seven") == 7


def test_what_was_waited_for_is_named_when_time_is_up() -> None:
    with pytest.raises(GuestTimeoutError, match=r"timed out after 0\.05 s waiting for the door; it is shut"):
        wait_until(lambda: False, seconds=0.05, what=lambda: "the door; it is shut")


def test_an_interruption_ends_the_wait(cancel: threading.Event) -> None:
    cancel.set()
    with pytest.raises(CancelledError):
        wait_until(lambda: False, seconds=60, what="nothing", cancel=cancel)
