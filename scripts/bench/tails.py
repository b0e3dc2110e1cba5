"""The tails of what guests are asked: 50th, 95th and 99th percentile, for several providers of one image in turns.

    sudo .venv/bin/python scripts/bench/tails.py [--providers frozen nspawn] [--resets 100] [--seconds 120]

A reset lasts until the first screenshot of the new guest. Each provider resets until it has done so many, or for so
many seconds. Calls are those of a guest with Calc open. Machines differ and are noisy: the ratio of two providers in
one run is what to compare.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.open_application import open_and_idle
from controller.guests.provider import Provider
from controller.guests.registry import create_provider

APPLICATION = "libreoffice_calc"


def call(guest: Guest, name: str, **arguments: Any) -> None:
    result = guest.call_tool(name, arguments)
    if result.is_error:
        raise SystemExit(f"{name}: {result.text}")


def milliseconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


class Resets:
    """A provider's guest, and how long each of its resets took."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.guest = provider.start()
        self.durations: list[float] = []

    def add(self) -> None:
        self.durations.append(milliseconds(self._reset))

    def _reset(self) -> None:
        self.guest = self.provider.reset(self.guest)
        call(self.guest, "computer.screenshot", settle=False)


def calls(guest: Guest, times: int) -> dict[str, list[float]]:
    """The milliseconds of each call."""
    call(guest, "computer.enable_accessibility")
    open_and_idle(APPLICATION, guest)
    # Two spots in turn: clicks on one spot are held apart so that they do not become a double click.
    spots = itertools.cycle(({"x": 640, "y": 360}, {"x": 300, "y": 500}))
    actions: dict[str, Callable[[], object]] = {
        "screenshot": lambda: call(guest, "computer.screenshot", settle=False),
        "click": lambda: call(guest, "computer.click", **next(spots)),
        "command": lambda: guest.run(["true"]),
        "accessibility": lambda: call(guest, "computer.accessibility"),
        "tool call": lambda: call(guest, "osworld_mcp_os.calculator", expression="6*7"),
    }
    for action in actions.values():
        action()
    return {name: [milliseconds(action) for _ in range(times)] for name, action in actions.items()}


def percentiles(values: list[float]) -> tuple[float, float, float]:
    """The 50th, 95th and 99th."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--providers", nargs="+", default=["frozen", "nspawn"])
    parser.add_argument("--resets", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=120.0, help="most for a provider's resets")
    parser.add_argument("--calls", type=int, default=100)
    options = parser.parse_args()
    table = Table("what, ms", "provider", "n", "p50", "p95", "p99", "ratio of p50")
    providers = {name: create_provider(name) for name in options.providers}
    try:
        resets = {name: Resets(provider) for name, provider in providers.items()}
        open_ones = list(resets.values())
        while open_ones:
            for each in list(open_ones):
                each.add()
                done = len(each.durations) >= options.resets
                if done or sum(each.durations) > options.seconds * 1000:
                    open_ones.remove(each)
        measured = {name: {"reset": each.durations} for name, each in resets.items()}
        for name, each in resets.items():
            measured[name] |= calls(each.guest, options.calls)
    finally:
        for provider in providers.values():
            provider.close()
    last = options.providers[-1]
    for what in measured[last]:
        for name, values in measured.items():
            p50, p95, p99 = percentiles(values[what])
            ratio = "" if name == last else f"{percentiles(measured[last][what])[0] / p50:.2f}"
            table.add_row(
                what, name, str(len(values[what])), *(f"{cut:.1f}" for cut in (p50, p95, p99)), ratio
            )
    Console().print(table)


if __name__ == "__main__":
    main()
