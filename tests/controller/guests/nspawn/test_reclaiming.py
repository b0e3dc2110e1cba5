"""Memory that is given back: what is written into which file of the kernel, and that its limits are as before."""

from __future__ import annotations

import errno
import threading
from pathlib import Path
from typing import Any

import pytest

from controller.guests.nspawn import cgroups
from controller.guests.nspawn.reclaiming import RESIDENT_BYTES, STEP_BYTES, reclaim

USED = RESIDENT_BYTES + 2 * STEP_BYTES + 1
LIMIT = "4294967296\n"


class Kernel:
    """A guest's groups as files; what is written changes its memory, down to `least`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, v1: bool) -> None:
        self.used, self.least = USED, 0
        self.swap_meanwhile: list[str] = []
        self.enough = threading.Event()
        self.wanted = "memory.limit_in_bytes" if v1 else "memory.reclaim"
        self.group = folder / "guest"
        self.group.mkdir()
        for name in ("memory.limit_in_bytes", "memory.reclaim"):
            (self.group / name).write_text(LIMIT)
        (self.group / "memory.swap.max").write_text("0\n")
        monkeypatch.setattr(cgroups, "v1_hierarchies", lambda: {"memory": folder} if v1 else {})
        monkeypatch.setattr(cgroups, "unified_root", lambda: folder)
        monkeypatch.setattr(cgroups, "memory_in_use", lambda _name: self.used)
        write = Path.write_text

        def written(path: Path, text: str, *arguments: Any) -> int:
            if path.name == self.wanted and text != LIMIT:
                self._lower(int(text) if v1 else self.used - int(text))
            return write(path, text, *arguments)

        monkeypatch.setattr(Path, "write_text", written)

    def text(self, name: str) -> str:
        return (self.group / name).read_text()

    def _lower(self, target: int) -> None:
        self.swap_meanwhile.append(self.text("memory.swap.max"))
        self.used = max(target, self.least)
        if self.used > target:
            raise OSError(errno.EBUSY if self.wanted.startswith("memory.limit") else errno.EAGAIN, "")


@pytest.fixture(params=[True, False], ids=["v1", "v2"])
def kernel(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(tmp_path, monkeypatch, v1=request.param)


def assert_limits_as_before(kernel: Kernel) -> None:
    assert kernel.text("memory.swap.max") == "0\n"
    if kernel.wanted == "memory.limit_in_bytes":
        assert kernel.text(kernel.wanted) == LIMIT
        assert {*kernel.swap_meanwhile} <= {"0\n"}
    else:
        assert {*kernel.swap_meanwhile} <= {"max"}


def test_a_guest_keeps_what_it_used_most_recently(kernel: Kernel) -> None:
    assert reclaim("guest", kernel.enough) == USED - RESIDENT_BYTES
    assert kernel.used == RESIDENT_BYTES and len(kernel.swap_meanwhile) == 3
    assert reclaim("guest", kernel.enough) == 0, "there is no more"
    assert_limits_as_before(kernel)


def test_what_the_kernel_cannot_take_is_no_error(kernel: Kernel) -> None:
    kernel.least = USED - STEP_BYTES - 5
    assert reclaim("guest", kernel.enough) == STEP_BYTES + 5
    assert len(kernel.swap_meanwhile) == 2
    assert_limits_as_before(kernel)


def test_a_guest_that_resumes_waits_for_one_step(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    lower = kernel._lower

    def resume(target: int) -> None:
        kernel.enough.set()
        lower(target)

    monkeypatch.setattr(kernel, "_lower", resume)
    assert reclaim("guest", kernel.enough) == STEP_BYTES
    assert_limits_as_before(kernel)


def test_other_errors_are_raised_and_limits_are_as_before(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_target: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(kernel, "_lower", fail)
    with pytest.raises(OSError, match="broken"):
        reclaim("guest", kernel.enough)
    assert_limits_as_before(kernel)
