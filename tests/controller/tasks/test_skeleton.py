from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from controller.tasks.selection import Selection, select_tasks
from controller.tasks.skeleton import make_task
from controller.tasks.solutions import reference_solutions, wrong_results
from testbed.errors import UsageError


def test_a_new_task_is_found_and_has_solutions_and_wrong_results(tmp_path: Path) -> None:
    folder = make_task("finance/check_invoice", tmp_path)
    (task,) = select_tasks(Selection(), tmp_path)
    assert task.id == "finance/check_invoice"
    assert folder == tmp_path / "finance" / "check_invoice" == task.folder
    assert set(reference_solutions(folder)) == {"gui", "mcp"}
    assert len(wrong_results(folder)) == 3
    assert task.info.tool_beneficial


@pytest.mark.slow
def test_a_new_task_has_no_fault_of_style_or_types(tmp_path: Path) -> None:
    folder = make_task("os/tidy_downloads", tmp_path)
    for command in (["ruff", "check", "--isolated", "--select", "F,W,I,UP,B"], ["mypy", "--strict"]):
        for name in ("check.py", "solve.py"):
            done = subprocess.run(
                [sys.executable, "-m", *command, str(folder / name)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr


def test_a_task_that_exists_is_kept(tmp_path: Path) -> None:
    make_task("os/one", tmp_path)
    (tmp_path / "os/one/task.toml").write_text("mine")
    with pytest.raises(UsageError, match="there is a task os/one already"):
        make_task("os/one", tmp_path)
    assert (tmp_path / "os/one/task.toml").read_text() == "mine"


@pytest.mark.parametrize("task_id", ["one", "Os/one", "os/one/two", "os/", "../one", "os/one two", ""])
def test_an_id_of_another_form_is_refused(tmp_path: Path, task_id: str) -> None:
    with pytest.raises(UsageError, match="is no id for a task") as raised:
        make_task(task_id, tmp_path)
    assert "os/tidy_downloads" in raised.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "os").write_text("a file")
    with pytest.raises(UsageError, match=r"cannot make the task's folder .*os/one"):
        make_task("os/one", tmp_path)
