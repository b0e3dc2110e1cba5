"""How long it takes to save a guest in mid-work, and until so many copies answer.

    .venv/bin/python scripts/bench/forks.py [--provider frozen] [--snapshot libreoffice_calc] [--copies 8] [--times 3]
        [--threads 4]

Prints the medians of all times, with the memory of one more copy (PSS).
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.link.diagnostics import used_mib
from controller.guests.provider import ForkingProvider
from controller.guests.registry import create_provider


def measure(provider: ForkingProvider, snapshot: str, copies: int, threads: int) -> dict[str, float]:
    """Save a guest once and start copies of it, several at a time."""
    guest = provider.start(snapshot)
    began = time.perf_counter()
    checkpoint = provider.checkpoint(guest)
    saved = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        guests = list(pool.map(lambda _: provider.start(checkpoint), range(copies)))
    ended = time.perf_counter()
    memory = statistics.mean(map(used_on_host, guests))
    for each in (guest, *guests):
        provider.stop(each)
    provider.discard(checkpoint)
    return {
        "saved (s)": saved - began,
        f"{copies} copies answer (s)": ended - saved,
        "both (s)": ended - began,
        "memory of a copy, PSS (MiB)": memory,
    }


def used_on_host(guest: Guest) -> float:
    """The memory of the guest's processes; of a virtual machine, of its emulator. In MiB (PSS)."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if f"guest={guest.name},".encode() in (process / "cmdline").read_bytes():
                return int((process / "smaps_rollup").read_text().split("Pss:")[1].split()[0]) / 1024
    return used_mib(guest)


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(description="Time copies of a guest in mid-work.")
    parser.add_argument("--provider", default="frozen")
    parser.add_argument("--snapshot", default="libreoffice_calc")
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    provider = create_provider(options.provider)
    assert isinstance(provider, ForkingProvider)
    copies = options.snapshot, options.copies, options.threads
    try:
        results = [measure(provider, *copies) for _ in range(options.times)]
    finally:
        provider.close()
    table = Table("", "median", "all", title=f"load {os.getloadavg()[0]:.1f}")
    for name in results[0]:
        values = [result[name] for result in results]
        table.add_row(name, f"{statistics.median(values):.2f}", ", ".join(f"{value:.2f}" for value in values))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
