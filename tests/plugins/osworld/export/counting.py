"""What OSWorld-MCP's scripts count in a result tree, read from its files alone."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from plugins.osworld.export.published import published_metrics
from plugins.osworld.export.tool_names import listed_tools
from testbed.results import RunToExport


def count_published(tree: Path, groups: Mapping[str, Collection[str]]) -> dict[str, dict[str, float | None]]:
    """The metrics of a model's folder, for groups of tasks by whether a call is right there."""
    return {
        name: {
            "accuracy": _mean(
                [float((folder / "result.txt").read_text()) for folder in _judged_folders(tree, tasks)]
            ),
            "acs": _mean([max(0, len(list(folder.rglob("*.png"))) - 1) for folder in _folders(tree, tasks)]),
        }
        for name, tasks in groups.items()
    }


def metrics_of(run: RunToExport) -> dict[str, dict[str, int | float | None]]:
    """What testbed counts of a run, without a tree."""
    return published_metrics(run.info, run.episodes())


def as_intended(tree: Path, tasks: Collection[str], *, with_call: bool) -> int:
    """How many of the tasks succeed with a listed call, or without one."""
    return sum(
        "1" in (folder / "result.txt").read_text() and _calls(folder) == with_call
        for folder in _judged_folders(tree, tasks)
    )


def _folders(tree: Path, tasks: Collection[str]) -> list[Path]:
    return [tree / task for task in tasks if (tree / task).is_dir()]


def _judged_folders(tree: Path, tasks: Collection[str]) -> list[Path]:
    return [folder for folder in _folders(tree, tasks) if (folder / "result.txt").is_file()]


def _calls(folder: Path) -> bool:
    return any(name in listed_tools() for name in _predicted_calls(folder))


def _predicted_calls(folder: Path) -> Iterator[str]:
    for line in (folder / "traj.jsonl").read_text().splitlines():
        if match := re.search(
            r'<tool_call>\n\{"name": "(.+?)", "arguments"', json.loads(line).get("prediction", "")
        ):
            yield match[1]


def _mean(values: list[float] | list[int]) -> float | None:
    return sum(values) / len(values) if values else None
