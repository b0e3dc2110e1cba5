"""Polling for tests: the one place where a test waits for a condition."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


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
        seconds: Time limit.
        every: Seconds between two calls.

    Raises:
        AssertionError: Nothing true came within `seconds`; the message names `what`.
    """
    value = poll(condition, bool, seconds=seconds, every=every)
    if not value:
        raise AssertionError(
            f"timed out after {seconds:g} s waiting for {what if isinstance(what, str) else what()}"
        )
    return value


async def eventually_async(condition: Callable[[], object], *, what: str, seconds: float = 30.0) -> None:
    """Let other coroutines run until `condition` is true; raises AssertionError after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= deadline:
            raise AssertionError(f"timed out after {seconds:g} s waiting for {what}")
        await asyncio.sleep(0.01)


def poll(
    read: Callable[[], Value],
    accepts: Callable[[Value], object],
    *,
    seconds: float = 30.0,
    every: float = 0.05,
) -> Value:
    """Read a value until `accepts` is true of it or `seconds` have passed.

    Returns:
        The value last read, accepted or not: for a test that asserts on it and so shows it.
    """
    deadline = time.monotonic() + seconds
    while not accepts(value := read()) and time.monotonic() < deadline:
        time.sleep(every)
    return value
