"""How long a guest with Calc open stands still to be saved, and how long it takes until so many copies answer.

    .venv/bin/python scripts/bench/forks.py [--copies 8] [--times 3] [--threads 4]

Prints the medians of all times, with the memory of one more copy (PSS).
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console
from rich.table import Table

from controller.guests.link.diagnostics import used_mib
from controller.guests.provider import ForkingProvider
from controller.guests.registry import create_provider


def measure(provider: ForkingProvider, copies: int, threads: int) -> dict[str, float]:
    """Save a guest once and start copies of it, several at a time."""
    guest = provider.start("libreoffice_calc")
    began = time.perf_counter()
    checkpoint = provider.checkpoint(guest)
    saved = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        guests = list(pool.map(lambda _: provider.start(checkpoint), range(copies)))
    ended = time.perf_counter()
    memory = statistics.mean(used_mib(copy) for copy in guests)
    for each in (guest, *guests):
        provider.stop(each)
    provider.discard(checkpoint)
    return {
        "saved (s)": saved - began,
        f"{copies} copies answer (s)": ended - saved,
        "both (s)": ended - began,
        "memory of a copy, PSS (MiB)": memory,
    }


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(description="Time copies of a guest in mid-work.")
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    provider = create_provider("frozen")
    assert isinstance(provider, ForkingProvider)
    try:
        results = [measure(provider, options.copies, options.threads) for _ in range(options.times)]
    finally:
        provider.close()
    table = Table("", "median", "all", title=f"load {os.getloadavg()[0]:.1f}")
    for name in results[0]:
        values = [result[name] for result in results]
        table.add_row(name, f"{statistics.median(values):.2f}", ", ".join(f"{value:.2f}" for value in values))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
