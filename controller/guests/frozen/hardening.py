"""What systemd-nspawn takes from its containers, read off one: system call filters and capabilities.

A launcher of our own installs the same, byte for byte, so that both kinds of guests may do the same.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from dataclasses import dataclass
from pathlib import Path

from controller.guests.booting import HEADLESS_UNIT
from controller.guests.nspawn.container import Container
from controller.guests.nspawn.state import allocate
from controller.guests.provider import GuestOptions
from vm_images.image import Image

PTRACE_DETACH, PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_SECCOMP_GET_FILTER = 17, 0x4206, 0x4207, 0x420C
_WALL = 0x40000000
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_IO_URING_SETUP = 425
_INSTRUCTION_BYTES = 8

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long


def _without(system_call: int) -> bytes:
    """A BPF program for which the kernel does not have a system call, of all ABIs that number it alike."""
    instructions = (
        (_LOAD, 0, 0, 0),
        (_JUMP_IF_EQUAL, 0, 1, system_call),
        (_RETURN, 0, 0, _FAIL | errno.ENOSYS),
        (_RETURN, 0, 0, _ALLOW),
    )
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)


NO_IO_URING = _without(_IO_URING_SETUP)
"""CRIU does not dump its rings. Programs do without: it is younger than they are."""


@dataclass(frozen=True, slots=True)
class Hardening:
    """What a process may not do: BPF programs over its system calls, the first installed first; its capabilities."""

    filters: tuple[bytes, ...]
    capabilities: int

    @property
    def dropped_capabilities(self) -> list[int]:
        """Numbers of the kernel's capabilities that the process's bounding set lacks."""
        last = int(Path("/proc/sys/kernel/cap_last_cap").read_text())
        return [number for number in range(last + 1) if not self.capabilities >> number & 1]


def hardening_of_nspawn(image: Image) -> Hardening:
    """Start systemd-nspawn and read what it takes from its containers. Raises GuestBootError, UsageError."""
    machine = Container(allocate(image.hash), image.layers)

    def has_executed() -> int | None:
        leader = machine.first_process()
        return leader if leader and Path(f"/proc/{leader}/comm").read_text() == "systemd\n" else None

    try:
        machine.prepare()
        machine.launch(GuestOptions(), HEADLESS_UNIT)
        return read_hardening(machine.wait_alive(has_executed, 30, "systemd-nspawn's container"))
    finally:
        machine.destroy()


def read_hardening(pid: int) -> Hardening:
    """Read the filters and the bounding set of a process, which stops for a moment. Raises OSError."""
    status = Path(f"/proc/{pid}/status").read_text()
    bounding = next(line.split()[1] for line in status.splitlines() if line.startswith("CapBnd:"))
    return Hardening(_filters(pid), int(bounding, 16))


def _filters(pid: int) -> tuple[bytes, ...]:
    _ptrace(PTRACE_SEIZE, pid)
    try:
        _ptrace(PTRACE_INTERRUPT, pid)
        os.waitpid(pid, _WALL)
        filters: list[bytes] = []
        while (program := _filter(pid, len(filters))) is not None:
            filters.append(program)
    finally:
        _ptrace(PTRACE_DETACH, pid)
    return tuple(filters)


def _filter(pid: int, index: int) -> bytes | None:
    try:
        length = _ptrace(PTRACE_SECCOMP_GET_FILTER, pid, index)
    except FileNotFoundError:
        return None
    program = ctypes.create_string_buffer(length * _INSTRUCTION_BYTES)
    _ptrace(PTRACE_SECCOMP_GET_FILTER, pid, index, ctypes.addressof(program))
    return program.raw


def _ptrace(request: int, pid: int, address: int = 0, data: int = 0) -> int:
    result: int = _libc.ptrace(request, pid, address or None, data or None)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"ptrace({request:#x}, {pid}): {os.strerror(ctypes.get_errno())}")
    return result
