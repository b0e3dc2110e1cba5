"""What a headless guest costs beside one with its desktop: time until usable, memory, time to reset.

    .venv/bin/python scripts/bench/headless.py [--provider nspawn] [--times 5]

Both kinds are started in turn, so that what else the machine does meets both. Prints medians and their ratio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from rich.console import Console
from rich.table import Table

from controller.guests.link.diagnostics import used_mib
from controller.guests.provider import DESKTOP, HEADLESS, Provider
from controller.guests.registry import create_provider

KINDS = (DESKTOP, HEADLESS)


def measure(provider: Provider, kind: str) -> dict[str, float]:
    """Start and reset one guest."""
    began = time.perf_counter()
    guest = provider.start(kind)
    started = time.perf_counter() - began
    memory = used_mib(guest)
    began = time.perf_counter()
    guest = provider.reset(guest, kind)
    again = time.perf_counter() - began
    tools = len(guest.list_tools())
    provider.stop(guest)
    return {"usable after (s)": started, "reset (s)": again, "memory, PSS (MiB)": memory, "tools": tools}


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(description="Compare headless guests with those that have a desktop.")
    parser.add_argument("--provider", default="nspawn")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    provider = create_provider(options.provider)
    try:
        results = {kind: [measure(provider, kind)] for kind in KINDS}
        for _ in range(options.times - 1):
            for kind in KINDS:
                results[kind].append(measure(provider, kind))
    finally:
        provider.close()
    table = Table("", *KINDS, "ratio", title=f"medians of {options.times}, load {os.getloadavg()[0]:.1f}")
    for name in results[DESKTOP][0]:
        desktop, headless = (statistics.median(run[name] for run in results[kind]) for kind in KINDS)
        best = min(run[name] for run in results[HEADLESS])
        table.add_row(
            name, f"{desktop:.1f}", f"{headless:.1f} (least {best:.1f})", f"{desktop / headless:.1f}"
        )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
