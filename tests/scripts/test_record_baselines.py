"""scripts/record_baselines.py: what of a run of a baseline is put on record."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tasks.selection import Selection, select_tasks
from scripts.record_baselines import main, open_record, record_run
from testbed.errors import UsageError

TASK = "os/write_note"
TASKS = Path(__file__).parents[1] / "controller" / "data" / "tasks"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tasks, to be changed by the test."""
    root = tmp_path / "tasks"
    shutil.copytree(TASKS, root)
    monkeypatch.setenv("TESTBED_TASKS", str(root))
    return root


@pytest.fixture
def run(root: Path, tmp_path: Path) -> Callable[..., Path]:
    """Runs an agent on a task in fake guests."""

    def played(agent: str, *options: str) -> Path:
        folder = tmp_path / f"run-{agent}"
        shared = ["--provider", "fake", "--display", "none", "--task", TASK, "--out", str(folder)]
        assert call(["run", "--agent", agent, "--steps", "2", *shared, *options]) == 0
        return folder

    return played


def test_each_seed_of_a_task_has_a_line_which_a_later_record_replaces(
    run: Callable[..., Path], root: Path, tmp_path: Path
) -> None:
    folder, path = run("random", "--epochs", "3"), tmp_path / "baselines.jsonl"
    tasks = select_tasks(Selection(), root)
    assert record_run(folder, open_record(path), tasks) == {"recorded": 3}
    written = path.read_text()
    lines = [json.loads(line) for line in written.splitlines()]
    assert [(line["task"], line["seed"], line["epoch"]) for line in lines] == [
        (TASK, 0, 1),
        (TASK, 0, 2),
        (TASK, 0, 3),
    ]
    assert {
        (line["agent"], line["score"], line["status"], line["steps"], line["limit"]) for line in lines
    } == {("random", 0.0, "out_of_steps", 2, 2)}
    assert record_run(folder, open_record(path), tasks) == {"recorded": 3} and path.read_text() == written
    assert [line.epoch for line in open_record(path).current(next(t for t in tasks if t.id == TASK))] == [
        1,
        2,
        3,
    ]


def test_episodes_of_a_changed_task_and_those_without_a_result_are_left_out(
    run: Callable[..., Path], root: Path, tmp_path: Path
) -> None:
    folder, path = run("random", "--epochs", "2"), tmp_path / "baselines.jsonl"
    next(folder.glob("**/result.json")).unlink()
    tasks = select_tasks(Selection(), root)
    assert record_run(folder, open_record(path), tasks) == {"recorded": 1, "not played yet": 1}
    with (root / TASK / "check.py").open("a") as file:
        file.write("# changed\n")
    changed = select_tasks(Selection(), root)
    again = record_run(folder, open_record(tmp_path / "other.jsonl"), changed)
    assert again == {"of a task that has changed since": 1, "not played yet": 1}


def test_a_run_of_another_agent_is_refused(run: Callable[..., Path], root: Path, tmp_path: Path) -> None:
    folder = run("oracle", "--steps", "9")
    with pytest.raises(UsageError, match="oracle, is no baseline"):
        record_run(folder, open_record(tmp_path / "baselines.jsonl"), select_tasks(Selection(), root))


def test_a_missing_run_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main([str(tmp_path / "none")]) == 2
    assert str(tmp_path / "none") in capsys.readouterr().err
