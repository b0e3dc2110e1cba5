"""The mock's tasks: as they are now, whatever they were at the start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.agents.text_protocols.spec import ModelTurn
from plugins.mock_models.solver import Solver
from plugins.mock_models.task_index import TaskIndex
from plugins.mock_models.turns import ApiError
from testbed.errors import UsageError
from tests.controller.conftest import TOML, MakeTask


def instructions(index: TaskIndex) -> dict[str, str]:
    return {task.id: task.instruction for task in index}


def test_new_changed_and_removed_tasks_are_seen(task_folder: MakeTask, tmp_path: Path) -> None:
    task_folder("os/a")
    index = TaskIndex(tmp_path / "tasks")
    first = instructions(index)
    assert [*first] == ["os/a"]
    assert instructions(index) == first
    task_folder("os/b")
    assert [*instructions(index)] == ["os/a", "os/b"]
    (tmp_path / "tasks/os/b/task.toml").write_text(TOML.replace("done", "two"))
    assert instructions(index)["os/b"] == "Write two into note.txt."
    shutil.rmtree(tmp_path / "tasks/os/a")
    assert [*instructions(index)] == ["os/b"]


def test_a_task_that_breaks_is_left_out_and_named(task_folder: MakeTask, tmp_path: Path) -> None:
    task_folder("os/a")
    task_folder("os/b")
    index = TaskIndex(tmp_path / "tasks")
    file = tmp_path / "tasks/os/b/task.toml"
    file.write_text("instruction = 3")
    assert [*instructions(index)] == ["os/a"]
    assert "task.toml" in index.broken["os/b"]
    with pytest.raises(ApiError, match=r"no task's instruction \(cannot be read: .*task\.toml"):
        Solver(index).answer(ModelTurn("Do something nice."))
    file.write_text(TOML)
    assert [*instructions(index)] == ["os/a", "os/b"]
    assert index.broken == {}


def test_a_folder_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder of tasks"):
        TaskIndex(tmp_path / "nowhere")
