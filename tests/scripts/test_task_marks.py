"""tasks/marks.toml names tasks that are there, and what contradicts no task."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import Task
from scripts.task_marks import NAMES, read_marks


@pytest.fixture(scope="module")
def core() -> dict[str, Task]:
    return {task.id: task for task in select_tasks(Selection(suite="core"), tasks_root())}


def test_marks_name_desktop_tasks(core: dict[str, Task]) -> None:
    marks = read_marks()
    assert {name: sorted(tasks - core.keys()) for name, tasks in marks.items()} == {
        name: [] for name in NAMES
    }


def test_marks_are_consistent_with_the_tasks(core: dict[str, Task]) -> None:
    marks = read_marks()
    assert not marks["terminal_one_command"] & marks["terminal"]
    assert all(core[name].info.tool_beneficial for name in marks["tools_and_gui"])
    terminal = marks["terminal_one_command"] | marks["terminal"]
    assert not [
        name for name in sorted(terminal) if "user" in core[name].sections or not core[name].info.feasible
    ]


@pytest.mark.parametrize(
    "text", ["read = []", 'read = ["os/a", "os/a"]\n' + "\n".join(f"{n} = []" for n in NAMES[1:])]
)
def test_a_missing_mark_and_a_task_named_twice_are_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "marks.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"it needs the lists|names a task twice"):
        read_marks(file)
