"""Faults inside a controller's own process: an end at a file operation, a stepped clock, fake guests that fail."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from dataclasses import dataclass, field

from controller.guests import fake
from controller.guests.fake import guest as fake_guest
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions, Provider
from controller.models import transport
from controller.models.exchange import HttpResponse, RetryPolicy

FILE_OPERATIONS = frozenset(
    {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "fcntl.flock"}
)
"""Audit events before which a controller may end; `open` counts only for files of the run's folder."""
LONG_CALL, CALL_LIMIT = 3600.0, 1.0
"""Seconds that a call of a guest that hangs takes, and after which it is given up, which is the product's minute."""
WAITS_SHORTENED = 10


@dataclass(frozen=True, slots=True)
class InnerFaults:
    """What goes wrong inside a controller.

    Attributes:
        folder: The run's folder; operations on its files are counted.
        kill_at: The number, from 1, of the file operation before which the process kills itself; 0 for none.
        step_at: The number of the file operation at which the clock of the wall is stepped; 0 for none.
        step_seconds: By how much.
        guests: For each guest, by its number from 1, the fault that it has: one of `GUEST_FAULTS`.
        seed: Of the moments at which those guests fail.
    """

    folder: str = ""
    kill_at: int = 0
    step_at: int = 0
    step_seconds: float = 0.0
    guests: dict[str, str] = field(default_factory=dict)
    seed: int = 0


def install(faults: InnerFaults) -> None:
    """Arrange the faults in this process."""
    _shorten_waits()
    if faults.kill_at or faults.step_at:
        _count_file_operations(faults)
    if faults.guests:
        _replace_fake_guests(faults)


def _count_file_operations(faults: InnerFaults) -> None:
    lock = threading.Lock()
    count = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        if event not in FILE_OPERATIONS:
            return
        if event == "open" and not str(arguments[0]).startswith(faults.folder):
            return
        with lock:
            count += 1
            number = count
        if number == faults.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == faults.step_at:
            _step_clock(faults.step_seconds)

    sys.addaudithook(hook)


def _shorten_waits() -> None:
    """Shorten the waits between attempts of a request, so that a thousand faults pass in minutes."""
    actual = transport._pause

    def pause(number: int, response: HttpResponse | None, policy: RetryPolicy) -> tuple[float, str]:
        wait, reason = actual(number, response, policy)
        return wait / WAITS_SHORTENED, reason

    transport._pause = pause


def _step_clock(seconds: float) -> None:
    actual = time.time
    time.time = lambda: actual() + seconds


def _replace_fake_guests(faults: InnerFaults) -> None:
    def of(number: int) -> Faults:
        rng = random.Random(f"{faults.seed}/{number}")
        match faults.guests.get(str(number)):
            case "guest_dies":
                return Faults(dies_at_call=rng.randint(1, 12))
            case "guest_does_not_boot":
                return Faults(boot_fails=True)
            case "guest_hangs":
                return Faults(call_seconds=LONG_CALL)
        return Faults()

    def create(options: GuestOptions) -> Provider:
        return FakeProvider(options, of)

    fake.create = create
    fake_guest.call_limit = lambda _slowness: CALL_LIMIT
