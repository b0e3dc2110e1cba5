"""Calls of other processes that take no limit themselves: an error in time, no heap of threads, well afterwards."""

from __future__ import annotations

import threading
import time

import pytest

from mcp_tools.limited import LimitedCalls, NoAnswerError
from tests.waiting import limit

NAME = "a process that hangs"


def answer() -> int:
    return 7


def test_what_the_function_returns_or_raises_is_passed_on() -> None:
    calls = LimitedCalls(NAME)
    assert calls.call(answer, 10, lambda: "unused") == 7
    with pytest.raises(ZeroDivisionError):
        calls.call(lambda: 1 // 0, 10, lambda: "unused")


def test_silence_is_an_error_in_time_and_the_next_call_after_it_works() -> None:
    calls, goes_on, begun = LimitedCalls(NAME), threading.Event(), []

    def hang() -> None:
        begun.append(1)
        goes_on.wait()

    started = time.monotonic()
    for _ in range(5):
        with pytest.raises(NoAnswerError, match="it hangs"):
            calls.call(hang, 0.1, lambda: "it hangs")
    assert time.monotonic() - started < limit(5)
    assert begun == [1], "while one call hangs no other begins"
    assert [thread.name for thread in threading.enumerate()].count(NAME) == 1
    goes_on.set()
    assert calls.call(answer, 10, lambda: "it still hangs") == 7
