"""How much memory a piece of code took at its peak."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def takes_at_most(mebibytes: float) -> Iterator[None]:
    """Fail if this process's resident memory grew by more than that at the peak of the block."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = _status("VmRSS")
    yield
    grown = (_status("VmHWM") - before) / 1024
    assert grown <= mebibytes, f"{grown:.0f} MiB more at the peak"


def _status(field: str) -> int:
    """A figure of this process, in KiB."""
    match = re.search(rf"^{field}:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert match
    return int(match[1])
