"""Processes of a guest that hang, for tests: stopped for a while, and then going on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from controller.core.guest import Guest
from tests.guest.tools.calls import Tools
from tests.waiting import limit

SECONDS = 28.0
"""Before the limit of any tool, which is 30 s or more."""


@contextmanager
def stopped(guest: Guest, *pattern: str) -> Iterator[None]:
    """While these processes are stopped, by pkill's options and pattern."""
    guest.run(["pkill", "-STOP", *pattern])
    try:
        yield
    finally:
        guest.run(["pkill", "-CONT", *pattern])


def refusal_in_time(tools: Tools, name: str, **arguments: object) -> str:
    """The message of a call that must be answered with an error before its tool's limit."""
    started = time.monotonic()
    refusal = tools.refusal(name, **arguments)
    elapsed = time.monotonic() - started
    assert "within its limit" not in refusal, refusal
    assert elapsed < limit(SECONDS), f"{elapsed:.1f} s: {refusal}"
    return refusal
