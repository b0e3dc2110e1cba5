"""Several attempts from one state beside as many from the start: time, requests and tokens, in one run.

    .venv/bin/python scripts/bench/branches.py [--task gimp/icon_sizes] [--at 12] [--epochs 8] [--guests 2] [--rounds 1]

A mock model plays the reference solution on thawed guests with mouse and keyboard, so that no time is the model's own.
Both ways are played in turns; what is printed are the sums of each, and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.cli.main import call
from controller.records.run_folder import RunFolder
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks, tasks_root
from plugins.mock_models import anthropic_rules
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.solver import Solver


def play(task: str, epochs: int, guests: int, folder: Path, *more: str) -> Counter[str]:
    """Play a task several times; returns the seconds and what the model was asked."""
    common = [
        "--provider",
        "frozen",
        "--actions",
        "gui",
        "--observe",
        "screenshot,windows,a11y",
        "--display",
        "none",
    ]
    with AnthropicServer(Solver(load_tasks([task], tasks_root()), "gui")) as server:
        words = ["run", "--agent", "anthropic", "--model", "claude-opus-4-5", "--base-url", server.url]
        words += ["--task", task, "--epochs", str(epochs), "--guests", str(guests), "--out", str(folder)]
        began = time.perf_counter()
        call([*words, *common, *more])
        seconds = time.perf_counter() - began
    summary = json.loads(RunFolder(folder).summary_file.read_text())
    results = RunRecords.open(folder).results().values()
    return Counter(
        {
            "seconds": seconds,
            "solved": sum(result.score == 1 for result in results),
            "requests": summary["calls"],
            "input tokens": sum(result.usage.input_tokens for result in results),
        }
    )


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description="Compare attempts from one state with attempts from the start."
    )
    parser.add_argument("--task", default="gimp/icon_sizes")
    parser.add_argument("--at", type=int, default=12)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--guests", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    os.environ["ANTHROPIC_API_KEY"] = anthropic_rules.KEY
    start: Counter[str] = Counter()
    state: Counter[str] = Counter()
    for number in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            place, about = Path(folder), (options.task, options.epochs, options.guests)
            start += play(*about, place / f"start-{number}")
            state += play(*about, place / f"state-{number}", "--branch-at", str(options.at))
    table = Table("", "from the start", f"from the state after {options.at} steps", "ratio")
    for name in start:
        table.add_row(name, f"{start[name]:,.0f}", f"{state[name]:,.0f}", f"{state[name] / start[name]:.2f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
