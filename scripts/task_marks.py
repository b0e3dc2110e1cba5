"""The marks of the desktop tasks: tasks/marks.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Set
from pathlib import Path

MARKS = Path(__file__).parents[1] / "tasks" / "marks.toml"
NAMES = ("read", "distractors", "tools_and_gui", "terminal_one_command", "terminal")


def read_marks(path: Path = MARKS) -> Mapping[str, Set[str]]:
    """Return the ids of the tasks that have each mark.

    Raises ValueError when a mark is missing or unknown, or names a task twice.
    """
    lists = tomllib.loads(path.read_text())
    if lists.keys() != set(NAMES):
        raise ValueError(f"{path}: it needs the lists {', '.join(NAMES)}; it has {', '.join(lists)}")
    marks = {name: frozenset(lists[name]) for name in NAMES}
    for name, tasks in lists.items():
        if len(tasks) != len(marks[name]):
            raise ValueError(f"{path}: {name} names a task twice")
    return marks
