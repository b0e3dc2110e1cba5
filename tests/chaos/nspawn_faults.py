"""Faults of real guests, each injected from the host into a running guest."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.chaos import nspawn_guests as guests

LOST = r"GuestConnectionError|ssh to .* broke|connection|did not come up|GuestBootError|ended with"
NO_ANSWER = r"timed out|took more than|GuestTimeoutError|no screenshot|EpisodeTimeoutError|time limit"
BROKEN = rf"{LOST}|{NO_ANSWER}|SetupError|CheckerError|CommandError"
DISK = r"the disk of .* has \d+ MiB left|MiB are free|No space left"
UNITS = {
    "x": "xserver.service",
    "session": "desktop.service",
    "mcp": "testbed-mcp.service",
    "sshd": "ssh.service",
}
FILL_DISK = "dd if=/dev/zero of=/var/tmp/.chaos bs=1M; true"
FILL_MEMORY = "python3 -c 'list(map(bytearray, [2**26] * 128))'; true"
FILL_PROCESSES = "setsid sh -c 'for i in $(seq 5000); do sleep 300 & done' >/dev/null 2>&1 & true"


@dataclass(frozen=True, slots=True)
class GuestFault:
    """A fault of a guest.

    Attributes:
        inject: Injects it into the guest of that name; False if it cannot.
        causes: A pattern of the errors that it may end an episode with.
        undo: Ends the fault after some seconds.
        seconds: How long it may last.
    """

    inject: Callable[[str], bool]
    causes: str
    undo: Callable[[str], object] | None = None
    seconds: tuple[float, ...] = ()

    def duration(self, rng: random.Random) -> float:
        """How long it lasts this time, in seconds."""
        return rng.choice(self.seconds) if self.seconds else 0.0


def _killing(unit: str) -> GuestFault:
    return GuestFault(partial(guests.signal_unit, unit=unit, number=signal.SIGKILL), BROKEN)


def _stopping(unit: str) -> GuestFault:
    stop = partial(guests.signal_unit, unit=unit, number=signal.SIGSTOP)
    go_on = partial(guests.signal_unit, unit=unit, number=signal.SIGCONT)
    return GuestFault(stop, BROKEN, go_on, (1.0, 10.0))


def _inside(command: str, causes: str = BROKEN) -> GuestFault:
    argv = ["runuser", "-u", "user", "--", "timeout", "--kill-after=5", "30", "sh", "-c", command]
    return GuestFault(lambda name: guests.run_inside(name, argv), causes)


GUEST_FAULTS = {
    "guest_killed": GuestFault(guests.kill_guest, BROKEN),
    **{f"{short}_killed": _killing(unit) for short, unit in UNITS.items()},
    **{f"{short}_stopped": _stopping(unit) for short, unit in UNITS.items()},
    "network_cut": GuestFault(
        partial(guests.set_link, up=False), BROKEN, partial(guests.set_link, up=True), (1.0, 10.0, 60.0)
    ),
    "memory_full": _inside(FILL_MEMORY),
    "processes_full": _inside(FILL_PROCESSES),
    "guest_disk_full": _inside(FILL_DISK, rf"{DISK}|{BROKEN}"),
}
