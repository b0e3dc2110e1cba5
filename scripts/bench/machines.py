"""What starting and resetting guests costs: virtual machines and containers of the same image, side by side.

    .venv/bin/python scripts/bench/machines.py [--cold] [--resets 5]

With KVM the same command fills the KVM column; without it QEMU emulates the processor (TCG). `--cold` also boots a
machine without a snapshot, which takes minutes under emulation.
"""

from __future__ import annotations

import argparse
import io
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path

from openpyxl import Workbook

from controller.core.guest import HOME, Guest
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.libvirt.state import read_states as machine_states
from controller.guests.link.diagnostics import used_mib
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.nspawn.state import read_states as container_states
from controller.guests.provider import DESKTOP, Provider
from controller.runs.guest_pool import GuestPool
from vm_images.image import find_image

EPISODE_SECONDS = 15.0
"""How long an episode of the pool's bench takes: long enough for one boot beside it."""
SHEET = f"{HOME}/bench.xlsx"


def seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def first_screenshot(guest: Guest) -> None:
    shot = guest.call_tool("computer.screenshot")
    if shot.is_error:
        raise SystemExit(shot.text)


def resets(provider: Provider, times: int) -> tuple[float, float]:
    """Median and most seconds from asking for a reset to the first settled screenshot."""
    guest = provider.start()

    def again() -> None:
        nonlocal guest
        guest = provider.reset(guest)
        first_screenshot(guest)

    durations = [seconds(again) for _ in range(times)]
    provider.stop(guest)
    return statistics.median(durations), max(durations)


def measure_pool(provider: Provider, episodes: int) -> float:
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


def workbook() -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in range(1000):
        book.active.append([f"row {row}", row])
    book.save(out)
    return out.getvalue()


def after_a_task(provider: Provider, folder: Callable[[str], Path]) -> tuple[float, float]:
    """MiB of disk that a guest takes after a typical task, and MiB of memory that its processes take."""
    guest = provider.start()
    guest.write_file(SHEET, workbook())
    guest.run(["testbed-open", "libreoffice_calc", SHEET], as_user=True)
    while not any(
        "bench" in window["title"]
        for window in (guest.call_tool("computer.windows").structured or {})["windows"]
    ):
        first_screenshot(guest)
    result = guest.call_tool("osworld_mcp_libreoffice_calc.save")
    if result.is_error:
        raise SystemExit(result.text)
    disk = sum(path.stat().st_blocks * 512 for path in folder(guest.name).rglob("*") if path.is_file())
    memory = used_mib(guest)
    provider.stop(guest)
    return disk / 2**20, memory


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resets", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    image = find_image()
    machines, containers = LibvirtProvider(image), NspawnProvider(image)
    print(f"{image.name}: seconds unless noted")
    show("", f"libvirt/{'KVM' if machines.kvm else 'TCG'}", "nspawn", "target")
    try:
        cold = seconds(lambda: machines.stop(machines.boot_cold())) if options.cold else float("nan")
        show("boot to usable desktop, and end", cold, seconds(lambda: containers.stop(containers.start())))
        show("snapshot `desktop` made, boot included", machines.create_snapshot(DESKTOP).record.seconds)
        of_machine, of_container = resets(machines, options.resets), resets(containers, options.resets)
        show("reset to first settled screenshot, median", of_machine[0], of_container[0], "TCG 12")
        show("the same, slowest", of_machine[1], of_container[1])
        show("reset / boot", of_machine[0] / cold, target="1/3")
        show("wait for a guest, pooled", measure_pool(machines, 4), measure_pool(containers, 4), "nspawn 1")
        used = after_a_task(machines, lambda name: next(s.folder for s in machine_states() if s.name == name))
        own = after_a_task(
            containers, lambda name: next(s.folder for s in container_states() if s.name == name)
        )
        show("disk of a guest after a task, MiB", used[0], own[0], "300")
        show("memory of its processes, MiB", used[1], own[1])
    finally:
        machines.close()
        containers.close()


def show(what: str, machine: float | str, container: float | str = "", target: str = "") -> None:
    cells = [cell if isinstance(cell, str) else f"{cell:.2f}" for cell in (machine, container)]
    print(f"{what:45}{cells[0]:>14}{cells[1]:>10}   {target}", flush=True)


if __name__ == "__main__":
    main()
