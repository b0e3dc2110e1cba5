"""What starting and resetting guests costs: virtual machines and containers of the same image, side by side.

    .venv/bin/python scripts/bench/machines.py [--cold] [--resets 5]

With KVM the same command fills the KVM column; without it QEMU emulates the processor (TCG). `--cold` also boots a
machine without a snapshot, which takes minutes under emulation.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.guest import HOME, Guest
from controller.pool import GuestPool
from controller.providers.base import DESKTOP, Provider
from controller.providers.libvirt import LibvirtProvider
from controller.providers.libvirt_state import read_states as machine_states
from controller.providers.nspawn import NspawnProvider
from controller.providers.nspawn_state import read_states as container_states
from vm_images.image import find_image

EPISODE_SECONDS = 15.0
"""How long an episode of the pool's bench takes: long enough for one boot beside it."""
SHEET = f"{HOME}/bench.csv"


def seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def first_screenshot(guest: Guest) -> None:
    seen = guest.call_tool("computer.screenshot")
    if seen.is_error:
        raise SystemExit(seen.text)


def resets(provider: Provider, times: int) -> tuple[float, float]:
    """Median and most seconds from asking for a reset to the first settled screenshot."""
    guest = provider.start()

    def again() -> None:
        nonlocal guest
        guest = provider.reset(guest)
        first_screenshot(guest)

    taken = [seconds(again) for _ in range(times)]
    provider.stop(guest)
    return statistics.median(taken), max(taken)


def pooled(provider: Provider, episodes: int) -> float:
    """Median seconds that an episode waits for its guest while the one before runs, the first left out."""
    pool = GuestPool(provider, 1, [DESKTOP] * episodes)
    cancel, waits = threading.Event(), []
    for _ in range(episodes):
        began = time.perf_counter()
        guest = pool.take(cancel, DESKTOP)
        waits.append(time.perf_counter() - began)
        deadline = time.monotonic() + EPISODE_SECONDS
        while time.monotonic() < deadline:
            first_screenshot(guest)
        pool.give_back(guest)
    pool.close()
    return statistics.median(waits[1:])


def after_a_task(provider: Provider, folder: Callable[[str], Path]) -> tuple[float, float]:
    """MiB of disk that a guest takes after a typical task, and MiB of memory that its processes take on the host."""
    guest = provider.start()
    guest.write_file(SHEET, b"name,value\n" + b"".join(b"row %d,%d\n" % (n, n) for n in range(1000)))
    guest.run(["testbed-open", "libreoffice_calc", SHEET], as_user=True)
    while not any(
        "bench" in window["title"]
        for window in (guest.call_tool("computer.windows").structured or {})["windows"]
    ):
        first_screenshot(guest)
    done = guest.call_tool("osworld_mcp_libreoffice_calc.save", {}, timeout=300)
    if done.is_error:
        raise SystemExit(done.text)
    disk = sum(path.stat().st_blocks * 512 for path in folder(guest.name).rglob("*") if path.is_file())
    used = guest.run(["sh", "-c", "awk '/MemTotal|MemAvailable/ {print $2}' /proc/meminfo"]).text.split()
    provider.stop(guest)
    return disk / 2**20, (int(used[0]) - int(used[1])) / 2**10


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resets", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    image = find_image()
    machines, containers = LibvirtProvider(image), NspawnProvider(image)
    kind = "KVM" if machines.kvm else "TCG"
    table = Table(title=f"guests of {image.name}, seconds unless said")
    for column in ("what", f"libvirt/{kind}", "nspawn", "target"):
        table.add_column(column)
    try:
        cold = float("nan")
        if options.cold:
            cold = seconds(lambda: machines.stop(machines.boot_cold()))
        container_boot = seconds(lambda: containers.stop(containers.start()))
        made = machines.create_snapshot(DESKTOP).record
        machine_reset, container_reset = resets(machines, options.resets), resets(containers, options.resets)
        machine_use = after_a_task(
            machines, lambda name: next(s.folder for s in machine_states() if s.name == name)
        )
        container_use = after_a_task(
            containers, lambda name: next(s.folder for s in container_states() if s.name == name)
        )
        rows = [
            ("boot to usable desktop", cold, container_boot, ""),
            ("the same when the snapshot was made, written", made.seconds, None, ""),
            ("reset to first settled screenshot", machine_reset[0], container_reset[0], "TCG 12"),
            ("its slowest", machine_reset[1], container_reset[1], ""),
            ("boot / reset", cold / machine_reset[0], None, "> 3"),
            ("wait for a guest, pooled", pooled(machines, 4), pooled(containers, 4), "nspawn 1"),
            ("disk after a task, MiB", machine_use[0], container_use[0], "300"),
        ]
        for what, ours, other, target in rows:
            table.add_row(what, f"{ours:.2f}", "" if other is None else f"{other:.2f}", target)
    finally:
        machines.close()
        containers.close()
    Console().print(table)


if __name__ == "__main__":
    main()
