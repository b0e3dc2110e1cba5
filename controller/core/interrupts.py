"""Signals that end a command."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")


@contextmanager
def terminate_as_interrupt() -> Iterator[None]:
    """Make SIGTERM raise KeyboardInterrupt, as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore SIGINT and SIGTERM, so that a second Ctrl-C leaves no guest behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interrupts_alone() -> Iterator[None]:
    """Raise an interrupt by itself that a group of tasks raises as one of several exceptions."""
    try:
        yield
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt) is None:
            raise
        raise KeyboardInterrupt from None


def run_until_terminated(main: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine as `asyncio.run` does, with SIGTERM cancelling it as Ctrl-C does, in the main thread.

    An interrupt that is raised wherever the program is may come between the start of a thread and its
    registration: nothing would end that thread, and Python waits for it.

    Raises:
        KeyboardInterrupt: Ctrl-C or SIGTERM ended it.
    """

    async def run_main() -> Result:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def cancel(_number: int, _frame: FrameType | None) -> None:
            if not task.cancelling():  # a second one would end the cleaning up
                task.cancel()
                loop.call_soon_threadsafe(lambda: None)  # wake the loop

        before = signal.signal(signal.SIGTERM, cancel)
        try:
            return await main
        finally:
            signal.signal(signal.SIGTERM, before)

    try:
        return asyncio.run(run_main())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
