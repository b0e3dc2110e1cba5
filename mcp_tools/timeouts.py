"""How long applications are waited for: longer on a machine whose processor QEMU emulates (TCG)."""

from __future__ import annotations

import functools
import subprocess

EMULATED_SLOWNESS = 5.0


def scale_timeout(seconds: float) -> float:
    """A limit meant for a workstation, for the machine at hand."""
    return seconds * slowness()


@functools.cache
def slowness() -> float:
    """`EMULATED_SLOWNESS` under emulation, else 1. `systemd-detect-virt` says qemu of TCG alone, kvm of KVM."""
    detected = subprocess.run(["systemd-detect-virt", "--vm"], capture_output=True, text=True, check=False)
    return EMULATED_SLOWNESS if detected.stdout.strip() == "qemu" else 1.0
