"""Running the host's own programs (ip, iptables, ...)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from testbed.errors import GuestError, UsageError

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

PACKAGES = {
    "systemd-nspawn": "systemd-container",
    "ip": "iproute2",
    "ss": "iproute2",
    "iptables": "iptables",
    "ip6tables": "iptables",
    "iptables-restore": "iptables",
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "setpriv": "util-linux",
    "mke2fs": "e2fsprogs",
}
"""Programs of the host that guests need, and the Debian package of each."""


KERNEL_LIMITS = {"fs/inotify/max_user_instances": 8192, "fs/inotify/max_user_watches": 1_048_576}
"""Least values of kernel settings: all guests of a host share these, and a desktop takes about 30 instances."""


def require_root(what: str, otherwise: str = "") -> None:
    """Raise UsageError if this process is not root, which `what` needs; `otherwise` is what a user can do instead."""
    if os.geteuid() != 0:
        instead = f", or {otherwise}" if otherwise else ""
        raise UsageError(f"{what} requires root", hint=f"run the same command with sudo{instead}")


def raise_kernel_limits() -> None:
    """Raise the host's settings to `KERNEL_LIMITS` where they are lower. Raises UsageError."""
    for name, least in KERNEL_LIMITS.items():
        file = Path("/proc/sys") / name
        if int(file.read_text()) < least:
            try:
                file.write_text(str(least))
            except OSError as error:
                setting = name.replace("/", ".")
                raise UsageError(
                    f"cannot raise {setting} on this host: {error}", hint=f"sysctl -w {setting}={least}"
                ) from None


def require_programs(packages_of: Mapping[str, str] = PACKAGES) -> None:
    """Raise UsageError with the packages to install if a program is missing."""
    missing = missing_programs(packages_of)
    if missing:
        packages = " ".join(sorted({packages_of[program] for program in missing}))
        raise UsageError(
            f"this host lacks {', '.join(missing)}",
            hint=f"apt-get install --no-install-recommends {packages}",
        )


def missing_programs(packages_of: Mapping[str, str] = PACKAGES) -> list[str]:
    return [program for program in packages_of if not shutil.which(program, path=SYSTEM_PATH)]


def host_run(argv: Sequence[str], *, stdin: str = "", timeout: float = 30.0) -> str:
    """Run a program of the host and return its output. Raises GuestError if it fails or exceeds `timeout` seconds."""
    try:
        result = subprocess.run(
            argv, input=stdin, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise GuestError(f"{argv[0]} on the host took over {timeout:g} s: {' '.join(argv)}") from None
    # A folder in PATH that the user may not read gives a PermissionError, too.
    except (FileNotFoundError, PermissionError) as error:
        hint = f"apt-get install {PACKAGES.get(argv[0], argv[0])}"
        lacks = "lacks the program" if isinstance(error, FileNotFoundError) else "lets this user start no"
        raise UsageError(f"this host {lacks} {argv[0]}", hint=hint) from None
    if result.returncode != 0:
        raise GuestError(f"{' '.join(argv)} failed with {result.returncode}: {result.stderr.strip()}")
    return result.stdout
