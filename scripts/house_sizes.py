"""How large the house is: lines of each package, files and rooms that name a feature, members of the core's types.

    .venv/bin/python scripts/house_sizes.py

A feature is named by a word in a file's code or prose; tests, tasks and the documentation do not count. A room is a
folder of `controller/`, or a plugin.
"""

from __future__ import annotations

import re
from pathlib import Path

from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions
from controller.tasks.task import Task

ROOT = Path(__file__).parents[1]
PACKAGES = ("testbed", "controller", "plugins", "checkers", "mcp_tools", "vm_images", "scripts", "tests")
FEATURES = {
    "approval": r"approv",
    "model judges": r"judging|judge_notes|JudgeNotes|controller\.judges|judge_by|judge_votes",
    "server pool": r"with_pool|offered_servers|server_pool|AddedServers|added_servers|\bpool_tools",
    "headless": r"headless",
    "user to ask": r"TaskUser|ask_user|has_user|user_model",
    "events": r"TaskEvent|triggered_event|EventSchedule",
    "safety and weights": r"safety_claims|safety_checker|\bsafety\b|\bweights\b",
    "variants": r"variant",
}


def sources(folder: str) -> list[Path]:
    """The Python files of a folder of the project, without the data of tests."""
    return [path for path in (ROOT / folder).rglob("*.py") if "data" not in path.parts]


def lines(paths: list[Path]) -> int:
    """How many lines they have together."""
    return sum(len(path.read_text().splitlines()) for path in paths)


def room(path: Path) -> str:
    """The room that a file is in, such as "controller/runs"."""
    return "/".join(path.relative_to(ROOT).parts[:2])


def main() -> None:
    """Print the tables."""
    for package in PACKAGES:
        print(f"{package:12} {lines(sources(package)):7,} lines")
    named = [path for package in ("controller", "plugins") for path in sources(package)]
    for feature, pattern in FEATURES.items():
        found = [path for path in named if re.search(pattern, path.read_text(), re.IGNORECASE)]
        print(f"{feature:20} {len(found):3} files, {len({room(path) for path in found}):2} rooms")
    members = [name for name in vars(Task) if not name.startswith("_")]
    public = (ROOT / "testbed/__init__.pyi").read_text()
    exported = len(re.findall(r"^from .* import ", public, re.MULTILINE))
    print(f"Task {len(members)} members, RunOptions {len(RunOptions.model_fields)} fields, ", end="")
    print(f"EpisodeResult {len(EpisodeResult.model_fields)} fields, testbed {exported} names")


if __name__ == "__main__":
    main()
