"""What a guest costs: latency of calls, time of resets, memory of one more guest.

    .venv/bin/python scripts/bench/guest.py [--provider nspawn] [--resets 5]

Prints a table of medians beside the project's targets and, measured in the same run, beside the way most harnesses
do it: a new process in the guest for every action. Machines differ and are noisy; the ratio is what to compare.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.link.diagnostics import used_mib
from controller.guests.registry import create_provider


def median_ms(action: Callable[[], Any], times: int) -> tuple[float, float]:
    """Median and 95th percentile of the duration of `action`, in milliseconds."""
    action()
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        durations.append((time.perf_counter() - start) * 1000)
    return statistics.median(durations), statistics.quantiles(durations, n=20)[-1]


def call(guest: Guest, name: str, **arguments: Any) -> None:
    result = guest.call_tool(name, arguments)
    if result.is_error:
        raise SystemExit(f"{name}: {result.text}")


def per_call(guest: Guest, table: Table) -> None:
    # Two spots in turn: clicks on one spot are held apart so that they do not become a double click.
    spots = itertools.cycle(({"x": 640, "y": 360}, {"x": 300, "y": 500}))
    grab = "ffmpeg -loglevel error -f x11grab -i $DISPLAY -frames:v 1 -f image2pipe -c:v png -"
    rows: list[tuple[str, float, Callable[[], Any], list[str]]] = [
        (
            "tool call that only computes",
            15,
            lambda: call(guest, "osworld_mcp_os.calculator", expression="6*7"),
            ["python3", "-c", "print(6*7)"],
        ),
        (
            "click, without the settle wait",
            25,
            lambda: call(guest, "computer.click", **next(spots)),
            ["xdotool", "mousemove", "640", "360", "click", "1"],
        ),
        (
            "screenshot to host memory",
            60,
            lambda: call(guest, "computer.screenshot", settle=False),
            ["sh", "-c", grab],
        ),
    ]
    for name, target, is_guest, process in rows:
        median, high = median_ms(is_guest, 100)
        other, _ = median_ms(partial(guest.run, process, as_user=True), 10)
        table.add_row(
            name,
            f"{median:.1f} ms",
            f"{high:.1f} ms",
            f"<= {target} ms",
            f"{other:.0f} ms",
            f"{other / median:.0f}x",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--provider", default="nspawn")
    parser.add_argument("--resets", type=int, default=5)
    options = parser.parse_args()

    table = Table("what", "median", "95 %", "target", "a process per action", "ratio")
    provider = create_provider(options.provider)
    try:
        start = time.perf_counter()
        guest = provider.start()
        boot = time.perf_counter() - start
        per_call(guest, table)
        resets = []
        for _ in range(options.resets):
            start = time.perf_counter()
            guest = provider.reset(guest)
            call(guest, "computer.screenshot")
            resets.append(time.perf_counter() - start)
        memory = used_mib(guest)
    finally:
        provider.close()
    reset = statistics.median(resets)
    table.add_row("first boot to usable desktop", f"{boot:.1f} s", "", "", "", "")
    table.add_row(
        "reset to first settled screenshot",
        f"{reset:.1f} s",
        f"{max(resets):.1f} s",
        "<= 6 s",
        "",
        f"{boot / reset:.1f}x",
    )
    table.add_row("memory of one guest (PSS)", f"{memory:.0f} MiB", "", "<= 900 MB", "", "")
    Console().print(table)


if __name__ == "__main__":
    main()
