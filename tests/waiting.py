"""Waiting in tests: the one place where a test waits for a condition, and the one factor of all its time limits."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

LOAD = Path("/proc/loadavg")
MOST_SLOWED = 8.0


def slowdown() -> float:
    """Return how many times longer things may take on this host now than on a quiet one: 1.0 to `MOST_SLOWED`.

    It is the number of processes that want a processor, now or in the last minute, for each processor.
    """
    load = LOAD.read_text().split()
    wanting = max(float(load[0]), float(load[3].split("/")[0]))
    return min(MOST_SLOWED, max(1.0, wanting / (os.cpu_count() or 1)))


def limit(seconds: float) -> float:
    """Return a time limit for a busy host: so many seconds on a quiet one."""
    return seconds * slowdown()


def eventually(
    condition: Callable[[], Value],
    *,
    what: str | Callable[[], str],
    seconds: float = 30.0,
    every: float = 0.05,
) -> Value:
    """Return the first true value of `condition`.

    Args:
        condition: Called again and again; an exception in it ends the wait and the test.
        what: What is waited for, or a function called for it when the time is up: it can tell the last state.
        seconds: Time limit on a quiet host; a busy one has longer (`limit`).
        every: Seconds between two calls.

    Raises:
        AssertionError: Nothing true came within `seconds`; the message names `what`.
    """
    value = poll(condition, bool, seconds=seconds, every=every)
    if not value:
        raise AssertionError(
            f"timed out after {limit(seconds):.3g} s waiting for {what if isinstance(what, str) else what()}"
        )
    return value


async def eventually_async(condition: Callable[[], object], *, what: str, seconds: float = 30.0) -> None:
    """Let other coroutines run until `condition` is true; raises AssertionError after `limit(seconds)`."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started >= limit(seconds):
            raise AssertionError(f"timed out after {limit(seconds):.3g} s waiting for {what}")
        await asyncio.sleep(0.01)


def poll(
    read: Callable[[], Value],
    accepts: Callable[[Value], object],
    *,
    seconds: float = 30.0,
    every: float = 0.05,
) -> Value:
    """Read a value until `accepts` is true of it or `limit(seconds)` have passed.

    Returns:
        The value last read, accepted or not: for a test that asserts on it and so shows it.
    """
    started = time.monotonic()
    while not accepts(value := read()) and time.monotonic() - started < limit(seconds):
        time.sleep(every)
    return value
