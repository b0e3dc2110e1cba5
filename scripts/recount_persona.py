"""Recount Acc, SR-0.8 and Exec-Acc of runs from the episodes' results alone, beside what their summaries say.

    .venv/bin/python -m scripts.recount_persona RUN...

Nothing of testbed is imported. Exit code 1: a number differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

KEYS = ("acc", "sr_08", "exec_acc")


def credits_of(result: dict[str, Any], *, executed: bool = False) -> list[float]:
    """Return the credits of an episode's checkpoints; `executed` leaves out those that are only noted."""
    checkpoints = result["parts"]["persona"]["checkpoints"]
    return [item["credit"] for item in checkpoints if not executed or item["kind"] != "other"]


def mean(values: list[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def recount(run: Path) -> dict[str, dict[str, float]]:
    """Return the three scores over the selected episodes, and over those that ran."""
    results = [json.loads(file.read_text()) for file in sorted(run.glob("episodes/*/*/*/result.json"))]
    judged = [result for result in results if "persona" in result["parts"]]
    info = json.loads((run / "run.json").read_text())
    selected = len(info["tasks"]) * info["options"]["epochs"]
    acc = [mean(credits_of(result)) for result in judged]
    exec_acc = [mean(credits_of(result, executed=True)) for result in judged]
    sums = {"acc": sum(acc), "sr_08": sum(value > 0.8 for value in acc), "exec_acc": sum(exec_acc)}
    return {
        "selected": {key: value / selected for key, value in sums.items()},
        "ran": {key: value / len(judged) for key, value in sums.items()},
    }


def main() -> None:
    """Print both, and say where they differ."""
    wrong = 0
    for run in map(Path, sys.argv[1:]):
        stored = json.loads((run / "summary.json").read_text())["overall"]
        for over, numbers in recount(run).items():
            for key in KEYS:
                said = stored[over][key]
                differs = abs(said - numbers[key]) > 1e-9
                wrong += differs
                print(
                    f"{run.name} {over} {key}: {numbers[key]:.6f}, summary {said:.6f}{' DIFFERS' if differs else ''}"
                )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
