"""The demo through every agent that speaks to a model, the model's part played by the tasks' reference solutions.

    .venv/bin/python scripts/demo_agents.py OUT [--agent NAME ...] [--task TASK ...] [--guests N]

Each run is played again from its record, with no model to reach and no key. Exit code 0: every task was solved
by every agent, no request was refused, and every replay came to the same summary.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TESTBED = str(Path(sys.executable).with_name("testbed"))
AGENTS: dict[str, list[str]] = {
    "anthropic": ["--agent", "anthropic"],
    "google": ["--agent", "google"],
    "openai-responses": ["--agent", "openai", "--model", "gpt-6.1-terra", "--set", "api=responses"],
    "openai-chat": ["--agent", "openai", "--model", "gpt-4.1", "--set", "api=chat"],
    "paper": ["--agent", "paper", "--model", "qwen3-vl-32b-instruct"],
    "agent_s": ["--agent", "agent_s", "--model", "gpt-4.1", "--set", "grounding_model=ui-tars-1.5-7b"],
    "pyautogui": ["--agent", "pyautogui", "--model", "qwen3-vl-32b-instruct", "--actions", "gui"],
    "qwen": ["--agent", "qwen", "--model", "qwen3-vl-32b-instruct"],
    "uitars-1.5": ["--agent", "uitars", "--model", "ui-tars-1.5-7b", "--actions", "gui"],
    "uitars-2": ["--agent", "uitars", "--model", "ui-tars-2"],
    "opencua": ["--agent", "opencua", "--model", "opencua-72b"],
}
KEYS = (
    *("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"),
    *("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"),
)
SAME = ("--tool-filter", "oracle", "--observe", "screenshot,windows", "--steps", "50", "--display", "plain")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--agent", choices=AGENTS, action="append")
    parser.add_argument("--task", action="append", default=[])
    parser.add_argument("--guests", default="2")
    options = parser.parse_args()
    chosen = [part for task in options.task for part in ("--task", task)] or ["--suite", "demo"]
    bare = {name: value for name, value in os.environ.items() if name not in KEYS}
    good = True
    print(f"{'agent':18}{'solved':>9}{'steps':>7}{'requests':>10}{'refused':>9}{'replay':>12}", flush=True)
    for name in options.agent or AGENTS:
        run, again, log = options.out / name, options.out / f"{name}-replay", options.out / f"{name}.log"
        options.out.mkdir(parents=True, exist_ok=True)
        with log.open("w") as file:
            with mock_model(file) as (environment, counts):
                arguments = [*AGENTS[name], *chosen, *SAME, "--guests", options.guests, "--out", str(run)]
                testbed(["run", *arguments], bare | environment, file)
            replay = ["run", "--replay", str(run), "--guests", options.guests, "--out", str(again)]
            testbed([*replay, "--display", "plain"], bare, file)
        summary = read(run)
        same = without_origin(summary) == without_origin(read(again))
        overall = summary["overall"]["selected"]
        print(
            f"{name:18}{overall['accuracy'] * summary['tasks']:>6g}/{summary['tasks']}{overall['acs']:>7.1f}"
            f"{counts['requests']:>10}{counts['refused']:>9}{'the same' if same else 'ANOTHER':>12}",
            flush=True,
        )
        good = good and same and overall["accuracy"] == 1.0 and not counts["refused"]
    return 0 if good else 1


@contextmanager
def mock_model(log: Any) -> Iterator[tuple[dict[str, str], dict[str, int]]]:
    """The environment that leads to a mock model, and its counts once it has ended."""
    counts = {"requests": 0, "refused": 0}
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            [TESTBED, "mock-model", "--solve", "any", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        assert process.stdout
        exports = [process.stdout.readline().removeprefix("export ").strip() for _ in KEYS]
        try:
            yield dict(export.split("=", 1) for export in exports), counts
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
            errors.seek(0)
            lines = errors.readlines()
            log.writelines(lines)
            requests, _, refused, *_ = lines[-1].split()
            counts |= {"requests": int(requests), "refused": int(refused)}


def testbed(arguments: list[str], environment: dict[str, str], log: Any) -> None:
    log.flush()
    subprocess.run([TESTBED, *arguments], env=environment, stdout=log, stderr=log, check=False)


def without_origin(summary: dict[str, Any]) -> dict[str, Any]:
    """A summary without what distinguishes a replay from its run: where its responses came from, and what it cost."""
    return {key: value for key, value in summary.items() if key not in ("provenance", "spent")}


def read(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "summary.json").read_text())
    return found


if __name__ == "__main__":
    sys.exit(main())
