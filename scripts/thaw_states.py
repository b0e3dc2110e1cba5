"""Thaws guests from each snapshot of `--provider frozen`: every one must answer, with the windows of the first.

    .venv/bin/python scripts/thaw_states.py [--times 200] [--guests 2] [--out FILE] [SNAPSHOT...]

A thaw that fails is a line with its error. Snapshots go on where the file has fewer lines of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from controller.core.windows import windows_of
from controller.guests.provider import HEADLESS, Provider
from controller.guests.registry import create_provider
from controller.runs.worker_pool import run_workers
from testbed.errors import TestbedError


def thaw(provider: Provider, snapshot: str) -> dict[str, Any]:
    """Thaw a guest; returns how long that took, its number of tools and its windows."""
    began = time.monotonic()
    try:
        guest = provider.start(snapshot)
    except TestbedError as error:
        return {"error": f"{type(error).__name__}: {error.message}"}
    seconds = round(time.monotonic() - began, 3)
    try:
        shown = [] if snapshot == HEADLESS else sorted(window.title for window in windows_of(guest))
        tools = len(guest.list_tools())
    except TestbedError as error:
        return {"error": f"{type(error).__name__}: {error.message}"}
    finally:
        provider.stop(guest)
    return {"seconds": seconds, "windows": shown, "tools": tools}


def describe(results: list[dict[str, Any]]) -> str:
    """A line about the thaws of one snapshot."""
    thawed = [result for result in results if "error" not in result]
    states = Counter(json.dumps([result["windows"], result["tools"]]) for result in thawed)
    seconds = sorted(result["seconds"] for result in thawed)
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
    times = ", ".join(f"p{at} {cuts[at - 1]:.2f} s" for at in (50, 95, 99)) if cuts else "none"
    return (
        f"{len(results)} thaws, {len(results) - len(thawed)} failed, {len(states)} different states; {times}"
    )


def main() -> None:
    """Read the options, thaw and print."""
    parser = argparse.ArgumentParser(description="Thaw guests from each snapshot.")
    parser.add_argument("snapshots", nargs="*")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--guests", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("thaw_states.jsonl"))
    options = parser.parse_args()
    lines = options.out.read_text().splitlines() if options.out.exists() else []
    results = [json.loads(line) for line in lines]
    provider = create_provider("frozen")
    snapshots = options.snapshots or sorted(provider.snapshots)
    done = Counter(result["snapshot"] for result in results)
    jobs = [name for name in snapshots for _ in range(options.times - done[name])]

    def work(_worker: int, snapshot: str) -> None:
        result = {"snapshot": snapshot, **thaw(provider, snapshot)}
        results.append(result)
        with options.out.open("a") as file:
            file.write(json.dumps(result) + "\n")

    try:
        run_workers(jobs, options.guests, work, threading.Event(), provider.close)
    finally:
        provider.close()
    for name in snapshots:
        print(f"{name}: {describe([result for result in results if result['snapshot'] == name])}")


if __name__ == "__main__":
    main()
