"""Guests in memory: for tests of everything that needs no real desktop. Boots at once, needs no root."""

from __future__ import annotations

import itertools
import secrets
import threading
from collections.abc import Callable, Mapping

from controller.core.guest import Guest
from controller.guests.booting import require_snapshot
from controller.guests.fake.guest import FakeGuest, Faults, SavedGuest, boot
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS, GuestOptions
from testbed.errors import GuestBootError, GuestConnectionError, ImageError

IMAGE_HASH = "fake-1"


class FakeProvider:
    """Implements `controller.guests.provider.ForkingProvider`.

    `faults` gives the faults of a guest by its number, from 1 in the order of booting: a mapping or a function.
    """

    def __init__(
        self,
        options: GuestOptions | None = None,
        faults: Mapping[int, Faults] | Callable[[int], Faults] | None = None,
    ) -> None:
        self._options = options or GuestOptions()
        self._faults = faults
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._guests: dict[str, FakeGuest] = {}
        self._checkpoints: dict[str, SavedGuest] = {}
        self._closed = False

    @property
    def name(self) -> str:
        return "fake"

    @property
    def max_guests(self) -> int | None:
        return None

    @property
    def image_hash(self) -> str:
        return IMAGE_HASH

    @property
    def running(self) -> list[str]:
        """The names of the guests that have not been stopped."""
        return sorted(self._guests)

    @property
    def guest_memory_mib(self) -> int:
        return 1

    @property
    def snapshots(self) -> frozenset[str]:
        return SNAPSHOTS

    def start(self, snapshot: str = DESKTOP) -> Guest:
        saved = self._checkpoints.get(snapshot)
        if saved is None:
            require_snapshot(self, snapshot)
        if self._closed:
            raise RuntimeError("the provider is closed")
        number = next(self._numbers)
        name = f"fake-{number}"
        faults = self._of(number)
        guest = boot(name, self._options, faults, headless=saved.headless if saved else snapshot == HEADLESS)
        if saved:
            guest.load(saved)
        if faults.boot_fails:
            raise GuestBootError(
                f"{name} did not come up; its console's last lines:\n{guest.console_tail()}",
                hint="the whole console is in memory only: this guest is a fake",
            )
        with self._lock:
            self._guests[name] = guest
        return guest

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        self.stop(guest)
        return self.start(snapshot)

    def stop(self, guest: Guest) -> None:
        with self._lock:
            known = self._guests.pop(guest.name, None)
        if known is not None:
            known.stop()

    def checkpoint(self, guest: Guest) -> str:
        running = self._guests.get(guest.name)
        if running is None:
            raise GuestConnectionError(f"{guest.name} has been stopped")
        name = f"checkpoint-{secrets.token_hex(4)}"
        self._checkpoints[name] = running.save()
        return name

    def discard(self, checkpoint: str) -> None:
        if self._checkpoints.pop(checkpoint, None) is None:
            raise ImageError(f"there is no checkpoint {checkpoint!r}")

    def close(self) -> None:
        self._closed = True
        for guest in list(self._guests.values()):
            self.stop(guest)

    def _of(self, number: int) -> Faults:
        if callable(self._faults):
            return self._faults(number)
        return (self._faults or {}).get(number, Faults())
