"""A pool of fresh guests for workers; used ones are reset in the background.

Guests of this host and of a cluster are pooled alike: a provider hides where a guest is.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial

from controller.core.guest import Guest
from controller.core.limits import POLL_SECONDS
from controller.guests.host_health import available_mib
from controller.guests.provider import Provider, WaitingProvider
from testbed.errors import CancelledError, GuestBootError, TestbedError

FAILED_BOOTS = 3
"""This many failed boots in a row end the run: the image or the host is broken, not a guest."""


class GuestPool:
    """Up to `size` guests in use and, if memory and the provider allow, one booted ahead.

    `demand` lists the snapshots of the guests that will be taken, in about that order; `expect` adds one.
    `spare` allows that one more. `on_change` is called with the numbers of guests that boot, are ready and are in
    use whenever they change. The caller closes the provider. Thread-safe.
    """

    def __init__(
        self,
        provider: Provider,
        size: int,
        demand: Sequence[str],
        *,
        spare: bool = True,
        on_change: Callable[[int, int, int], None] = lambda _booting, _ready, _in_use: None,
    ) -> None:
        self._on_change = on_change
        self._provider = provider
        self._demand = deque(demand)
        fits_one_more = spare and available_mib() > (size + 1) * provider.guest_memory_mib
        capacity = size + (1 if fits_one_more else 0)
        self._capacity = min(capacity, provider.max_guests or capacity)
        self._ready: list[tuple[str, Guest | BaseException]] = []
        self._changed = threading.Condition()
        self._booting = 0
        self._in_use: dict[str, Guest] = {}
        self._alive: dict[str, Guest] = {}
        self._boot_spans: dict[str, tuple[float, float]] = {}
        self._failed_in_a_row = 0
        self._last_failure: TestbedError | None = None
        self._pending: set[Future[None]] = set()
        self._stops: list[Future[None]] = []
        self._closed = False
        self._boots = ThreadPoolExecutor(self._capacity, thread_name_prefix="boot")

    @property
    def broken(self) -> bool:
        """Whether so many boots in a row have failed that the pool boots no more."""
        return self._failed_in_a_row >= FAILED_BOOTS

    def expect(self, snapshot: str, instead_of: str = "") -> None:
        """Announce that one more guest will be taken, before those demanded so far; it boots ahead if there is room.

        It is taken in place of one of `instead_of`, if that is given.
        """
        with self._changed:
            if instead_of in self._demand:
                self._demand.remove(instead_of)
            self._demand.appendleft(snapshot)
            self._boot_missing()

    def take(self, cancel: threading.Event, snapshot: str) -> Guest:
        """Wait for a fresh guest in a snapshot's state.

        Raises GuestBootError, CancelledError, ImageError, UsageError.
        """
        with self._changed:
            while True:
                if cancel.is_set():
                    raise CancelledError("interrupted")
                self._boot_missing()
                if self.broken and not self._booting and not self._ready and self._last_failure:
                    raise self._last_failure
                guest = self._matching(snapshot)
                if isinstance(guest, BaseException):
                    raise guest
                if guest is not None:
                    self._in_use[guest.name] = guest
                    self._notify()
                    return guest
                self._replace_guest(snapshot)
                self._changed.wait(POLL_SECONDS)

    def boot_span(self, guest: Guest) -> tuple[float, float]:
        """When the boot or reset of a guest began and ended, on the monotonic clock."""
        with self._changed:
            return self._boot_spans[guest.name]

    def give_back(self, guest: Guest) -> None:
        """Return a used guest: reset it for later work, or stop it when there is none."""
        with self._changed:
            self._in_use.pop(guest.name, None)
            self._notify()
            if self._closed:
                return
            if self._wanted():
                self._reset(guest, self._demand.popleft())
            else:
                self._stops.append(self._boots.submit(self._stop, guest))

    def close(self) -> None:
        """Stop all guests, those that boot as well; on a cluster these when they are up, unless they wait for a place.

        Raises the error of a stop that failed.
        """
        with self._changed:
            self._closed = True
            at_work = list(self._in_use.values())
        self._boots.shutdown(wait=False, cancel_futures=True)
        self._stop_all(at_work)
        if isinstance(self._provider, WaitingProvider):
            self._end_waits(self._provider)
        self._boots.shutdown(wait=True)
        self._stop_all(list(self._alive.values()))
        for stop in self._stops:
            if not stop.cancelled():
                stop.result()

    def _end_waits(self, provider: WaitingProvider) -> None:
        """End boots that wait, and those that come to wait only now."""
        while pending := set(self._pending):
            provider.stop_waiting()
            wait(pending, POLL_SECONDS)
            self._pending.difference_update(boot for boot in pending if boot.done())

    def _stop_all(self, guests: Sequence[Guest]) -> None:
        if guests:
            with ThreadPoolExecutor(len(guests), thread_name_prefix="stop") as stops:
                list(stops.map(self._stop, guests))

    def _stop(self, guest: Guest) -> None:
        self._provider.stop(guest)
        with self._changed:
            self._alive.pop(guest.name, None)
            self._boot_spans.pop(guest.name, None)

    def _matching(self, snapshot: str) -> Guest | BaseException | None:
        """Remove and return the first ready guest of the snapshot, or the first failure."""
        for index, (kind, guest) in enumerate(self._ready):
            if kind == snapshot or isinstance(guest, BaseException):
                del self._ready[index]
                return guest
        return None

    def _replace_guest(self, snapshot: str) -> None:
        """Reset a ready guest of another snapshot when no further guest fits."""
        if self._closed or self.broken or self._booting or not self._ready:
            return
        if snapshot in self._demand:
            self._demand.remove(snapshot)
        kind, guest = self._ready.pop()
        assert not isinstance(guest, BaseException)
        self._demand.appendleft(kind)
        self._reset(guest, snapshot)

    def _boot_missing(self) -> None:
        while self._wanted():
            snapshot = self._demand.popleft()
            self._boot(snapshot, partial(self._provider.start, snapshot))

    def _wanted(self) -> bool:
        occupied = self._booting + len(self._ready) + len(self._in_use)
        return not self._closed and not self.broken and occupied < self._capacity and bool(self._demand)

    def _reset(self, guest: Guest, snapshot: str) -> None:
        self._boot(snapshot, partial(self._provider.reset, guest, snapshot), replaced=guest.name)

    def _boot(self, snapshot: str, boot: Callable[[], Guest], replaced: str = "") -> None:
        self._booting += 1
        self._notify()
        pending = self._boots.submit(self._boot_into, snapshot, boot, replaced)
        self._pending.add(pending)
        pending.add_done_callback(self._pending.discard)

    def _boot_into(self, snapshot: str, boot: Callable[[], Guest], replaced: str) -> None:
        outcome: Guest | BaseException
        failed = 0
        began = time.monotonic()
        try:
            outcome = boot()
        except TestbedError as error:
            outcome, failed = error, int(isinstance(error, GuestBootError))
        except BaseException as error:  # noqa: BLE001  # raised again in the thread that takes
            outcome = error
        with self._changed:
            self._alive.pop(replaced, None)
            self._boot_spans.pop(replaced, None)
            if isinstance(outcome, TestbedError):
                self._failed_in_a_row += failed
                self._last_failure = outcome
            elif not isinstance(outcome, BaseException):
                self._failed_in_a_row = 0
                self._alive[outcome.name] = outcome
                self._boot_spans[outcome.name] = (began, time.monotonic())
            self._booting -= 1
            self._ready.append((snapshot, outcome))
            self._notify()
            self._changed.notify_all()

    def _notify(self) -> None:
        ready = sum(not isinstance(guest, BaseException) for _, guest in self._ready)
        self._on_change(self._booting, ready, len(self._in_use))
