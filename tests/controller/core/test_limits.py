from __future__ import annotations

import threading

import pytest

from controller.core.limits import Deadline, call_within
from testbed.errors import CancelledError, GuestTimeoutError

LATE = GuestTimeoutError("too late")


def test_a_call_within_its_limit_returns_or_raises_as_itself(cancel: threading.Event) -> None:
    assert call_within(5, LATE, cancel, lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        call_within(5, LATE, cancel, lambda: 1 // 0)

    def times_out_itself() -> None:
        raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        call_within(5, LATE, cancel, times_out_itself)


def test_a_call_beyond_its_limit_is_given_up(cancel: threading.Event) -> None:
    release = threading.Event()
    with pytest.raises(GuestTimeoutError, match="too late"):
        call_within(0.05, LATE, cancel, release.wait)
    release.set()


def test_an_interruption_ends_a_call(cancel: threading.Event) -> None:
    release = threading.Event()
    threading.Timer(0.05, cancel.set).start()
    with pytest.raises(CancelledError):
        call_within(30, LATE, cancel, release.wait)
    release.set()


def test_a_deadline_raises_when_time_is_up(cancel: threading.Event) -> None:
    Deadline(10, LATE, cancel).check()
    with pytest.raises(GuestTimeoutError):
        Deadline(0, LATE, cancel).check()
    cancel.set()
    with pytest.raises(CancelledError):
        Deadline(10, LATE, cancel).check()
