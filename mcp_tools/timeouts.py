"""Time limits of waiting for applications: longer on a machine whose processor QEMU emulates (TCG)."""

from __future__ import annotations

import functools
import subprocess

EMULATED_SLOWNESS = 5.0
DETECT_SECONDS = 30.0


def scale_timeout(seconds: float) -> float:
    """Scale a time limit for a workstation to this machine."""
    return seconds * slowness()


@functools.cache
def slowness() -> float:
    """`EMULATED_SLOWNESS` under emulation, else 1. `systemd-detect-virt` prints qemu for TCG only, kvm for KVM."""
    detected = subprocess.run(
        ["systemd-detect-virt", "--vm"], capture_output=True, text=True, timeout=DETECT_SECONDS, check=False
    )
    return EMULATED_SLOWNESS if detected.stdout.strip() == "qemu" else 1.0
