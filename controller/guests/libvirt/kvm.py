"""Whether this host's KVM boots a kernel. The existence of the device does not show that."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

from vm_images.disk import Disk
from vm_images.folders import data_folder

DEVICE = Path("/dev/kvm")
PROBE_SECONDS = 20.0
EMULATOR = "qemu-system-x86_64"
_BOOTED = b"Kernel panic - not syncing"
"""Without a root file system this is how far the kernel comes, and far enough: its own code has run."""


def has_virtualization(cpuinfo: str) -> bool:
    """Whether /proc/cpuinfo shows the processor's virtualization, Intel's or AMD's."""
    flags = {word for line in cpuinfo.splitlines() if line.startswith("flags") for word in line.split()}
    return bool(flags & {"vmx", "svm"})


def kvm_works(disk: Disk) -> bool:
    """Whether the disk's kernel boots under KVM; tried once for a boot of this host, a kernel and a QEMU."""
    if not os.access(DEVICE, os.R_OK | os.W_OK) or not has_virtualization(Path("/proc/cpuinfo").read_text()):
        return False
    cache = data_folder() / "cache" / "kvm.json"
    key = _key(disk)
    known = json.loads(cache.read_text()) if cache.exists() else {}
    if key not in known:
        cache.parent.mkdir(parents=True, exist_ok=True)
        known = {key: boots(disk.kernel)}
        temporary = cache.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps(known))
        temporary.rename(cache)
    return bool(known[key])


def boots(kernel: Path, accelerator: str = "kvm", seconds: float = PROBE_SECONDS) -> bool:
    """Start a kernel without a disk and see whether it runs. Raises OSError when QEMU is not installed."""
    command = [
        *(EMULATOR, "-accel", accelerator, "-m", "256", "-nodefaults", "-no-user-config", "-nographic"),
        *("-serial", "stdio", "-no-reboot", "-kernel", str(kernel)),
        *("-append", "console=ttyS0 panic=-1"),
    ]
    try:
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return _BOOTED in result.stdout


def _key(disk: Disk) -> str:
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    version = subprocess.run([EMULATOR, "--version"], capture_output=True, text=True, check=True).stdout
    status = disk.kernel.stat()
    return hashlib.sha256(f"{boot} {version} {disk.kernel} {status.st_mtime_ns}".encode()).hexdigest()
