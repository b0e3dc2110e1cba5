"""Giving back the memory of a frozen container: to swap, if the host has some, and to files."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from controller.guests.nspawn import cgroups

RESIDENT_BYTES = 128 * 2**20
"""How much of its most recently used memory a guest keeps: with less, the first screenshot waits for the swap."""
STEP_BYTES = 4 * 2**20
"""How much is given back at a time; a guest that resumes waits for one step at most."""
LowerTo = Callable[[int], bool]
"""Brings a guest's memory down to so many bytes; False if the kernel cannot."""


def reclaim(name: str, enough: threading.Event) -> int:
    """Give back a frozen guest's memory but for RESIDENT_BYTES, or until it is `enough`.

    Returns how many bytes were given back. Raises OSError if the guest is gone.
    """
    before = used = cgroups.memory_in_use(name)
    lowering = _with_limit if "memory" in cgroups.v1_hierarchies() else _with_reclaim
    with lowering(name) as lower_to:
        while used > RESIDENT_BYTES and not enough.is_set():
            if not lower_to(max(RESIDENT_BYTES, used - STEP_BYTES)):
                break
            used = cgroups.memory_in_use(name)
    return max(0, before - cgroups.memory_in_use(name))


@contextmanager
def _with_limit(name: str) -> Iterator[LowerTo]:
    """With v1 controllers: a lower limit meanwhile. Nothing of a frozen guest runs that could need more."""
    limit = cgroups.v1_hierarchies()["memory"] / name / "memory.limit_in_bytes"
    before = limit.read_text()
    try:
        yield lambda target: _is_done(lambda: limit.write_text(str(target)))
    finally:
        limit.write_text(before)


@contextmanager
def _with_reclaim(name: str) -> Iterator[LowerTo]:
    """With the v2 controller: its own file for that. Meanwhile the guest may use swap, which it has none of else."""
    group = cgroups.unified_root() / name
    swap = group / "memory.swap.max"
    before = swap.read_text() if swap.exists() else ""

    def lower_to(target: int) -> bool:
        size = cgroups.memory_in_use(name) - target
        return size <= 0 or _is_done(lambda: (group / "memory.reclaim").write_text(str(size)))

    if before:
        swap.write_text("max")
    try:
        yield lower_to
    finally:
        if before:
            swap.write_text(before)


def _is_done(write: Callable[[], object]) -> bool:
    """Whether the kernel came to what was written; it refuses what it does not come to, after trying."""
    try:
        write()
    except OSError as error:
        if error.errno not in (errno.EBUSY, errno.EAGAIN):
            raise
        return False
    return True
