"""Guests for workers: each taken fresh, given back used, made fresh again beside the work."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from controller.errors import CancelledError, GuestBootError, TestbedError
from controller.guest import Guest
from controller.limits import POLL_SECONDS
from controller.providers.base import Provider

FAILED_BOOTS = 3
"""So many boots in a row that fail end the run: the image or the host is broken, not a guest."""
GUEST_MIB = 1536
"""Memory a guest takes at most in practice, for deciding whether one more fits."""


class GuestPool:
    """Up to `size` guests at work and, when memory and the provider allow, one more that is ready ahead.

    `demand` is how many guests will be taken in all; `expect` adds to it. Thread-safe.
    """

    def __init__(self, provider: Provider, size: int, demand: int) -> None:
        self._provider = provider
        self._demand = demand
        wanted = size + (1 if available_mib() > (size + 1) * GUEST_MIB else 0)
        self._capacity = min(wanted, provider.max_guests or wanted)
        self._ready: queue.SimpleQueue[Guest | BaseException] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._coming = 0
        self._in_use: dict[str, Guest] = {}
        self._failed_in_a_row = 0
        self._last_failure: TestbedError | None = None
        self._stops: list[Future[None]] = []
        self._closed = False
        self._boots = ThreadPoolExecutor(self._capacity, thread_name_prefix="boot")

    @property
    def broken(self) -> bool:
        """Whether guests have stopped coming up at all."""
        return self._failed_in_a_row >= FAILED_BOOTS

    def expect(self, more: int) -> None:
        """So many more guests will be taken."""
        with self._lock:
            self._demand += more

    def take(self, cancel: threading.Event) -> Guest:
        """A fresh guest, when there is one.

        Raises GuestBootError, CancelledError, ImageError, UsageError.
        """
        while True:
            if cancel.is_set():
                raise CancelledError("interrupted")
            self._boot_wanted()
            try:
                found = self._ready.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue
            with self._lock:
                self._coming -= 1
                self._demand -= 1
                if not isinstance(found, BaseException):
                    self._in_use[found.name] = found
                    return found
            raise found

    def give_back(self, guest: Guest) -> None:
        """A guest is done with: reset it for later work, or stop it when there is none."""
        with self._lock:
            self._in_use.pop(guest.name, None)
            if self._closed:
                return
            if self._wanted():
                self._boot(lambda: self._provider.reset(guest))
            else:
                self._stops.append(self._boots.submit(self._provider.stop, guest))

    def close(self) -> None:
        """Stop all guests: those at work at once, those still booting when they have come up.

        Raises what stopping one of them raised.
        """
        with self._lock:
            self._closed = True
            at_work = list(self._in_use.values())
        self._boots.shutdown(wait=False, cancel_futures=True)
        if at_work:
            with ThreadPoolExecutor(len(at_work), thread_name_prefix="stop") as stops:
                list(stops.map(self._provider.stop, at_work))
        self._boots.shutdown(wait=True)
        self._provider.close()
        for stop in self._stops:
            if not stop.cancelled():
                stop.result()

    def _boot_wanted(self) -> None:
        with self._lock:
            if self.broken and not self._coming and self._last_failure:
                raise self._last_failure
            while self._wanted():
                self._boot(self._provider.start)

    def _wanted(self) -> bool:
        return (
            not self._closed
            and not self.broken
            and self._coming + len(self._in_use) < self._capacity
            and self._coming < self._demand
        )

    def _boot(self, boot: Callable[[], Guest]) -> None:
        self._coming += 1
        self._boots.submit(self._bring, boot)

    def _bring(self, boot: Callable[[], Guest]) -> None:
        try:
            guest = boot()
        except TestbedError as error:
            with self._lock:
                self._failed_in_a_row += isinstance(error, GuestBootError)
                self._last_failure = error
            self._ready.put(error)
        except BaseException as error:  # noqa: BLE001  # raised again in the thread that takes
            self._ready.put(error)
        else:
            with self._lock:
                self._failed_in_a_row = 0
            self._ready.put(guest)


def available_mib() -> int:
    """Memory the host can still give away, in MiB; 0 when it does not say."""
    path = Path("/proc/meminfo")
    if not path.exists():
        return 0
    for line in path.read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) // 1024
    return 0
