"""How large the house is: lines of each package, files and rooms that name a feature, members of the core's types.

    .venv/bin/python scripts/house_sizes.py

A feature is named by a word in a file's code or prose; tests, tasks and the documentation do not count. A room is a
folder of `controller/`, or a plugin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions
from controller.tasks.task import Task
from scripts.api_docs import public_modules

ROOT = Path(__file__).parents[1]
GENERATED = ROOT / "controller/adapters/run_keywords.py"
PACKAGES = ("testbed", "controller", "plugins", "checkers", "mcp_tools", "vm_images", "scripts", "tests")


@dataclass(frozen=True, slots=True)
class Feature:
    """A word by which files name a feature, and in how many files and rooms it may stand."""

    pattern: str
    files: int
    rooms: int

    def named(self) -> list[Path]:
        """The files that name it, but for a generated one."""
        paths = [
            path for package in ("controller", "plugins") for path in sources(package) if path != GENERATED
        ]
        return [path for path in paths if re.search(self.pattern, path.read_text(), re.IGNORECASE)]


FEATURES = {
    "approval": Feature(r"approv", 8, 3),
    "events": Feature(r"TaskEvent|triggered_event|EventSchedule", 6, 2),
    "user to ask": Feature(r"TaskUser|ask_user|has_user|user_model", 11, 4),
    "server pool": Feature(
        r"with_pool|offered_servers|server_pool|AddedServers|added_servers|TaskServers|task_servers|\bpool_tools",
        19,
        6,
    ),
    "safety and weights": Feature(r"safety_claims|safety_checker|\bsafety\b|\bweights\b", 40, 14),
    "headless": Feature(r"headless", 52, 14),
    "model judges": Feature(
        r"judging\.notes|JudgeNotes|with_judge\b|controller[./]judges|parts[./]judges|judge_by|judge_votes|JudgeOptions"
        r"|judgings_of|verdict_file|judge_controls",
        36,  # a plugin's judge is one more file and room
        9,
    ),
    "variants": Feature(r"(?<!in)variant", 104, 13),
}
"""A feature has one room, and its name stands in at most four. Where it is more, it may not become more."""


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
    for name, feature in FEATURES.items():
        found = feature.named()
        print(f"{name:20} {len(found):3} files, {len(set(map(room, found))):2} rooms")
    members = [name for name in vars(Task) if not name.startswith("_")]
    print(f"Task {len(members)} members, RunOptions {len(RunOptions.model_fields)} fields, ", end="")
    print(f"EpisodeResult {len(EpisodeResult.model_fields)} fields")
    for module in public_modules():
        print(f"{module.name:20} {len(module.own) + len(module.shared):3} names")


if __name__ == "__main__":
    main()
