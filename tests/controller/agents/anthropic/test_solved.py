"""`testbed run --agent anthropic` on fake guests, the model's part played by the tasks' reference solutions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.models.anthropic_api import KEY_VARIABLE
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.solver import Solver

TASKS = Path(__file__).parents[2] / "data" / "tasks"
SOLVED = ("os/add_total", "os/append_line", "os/print_note", "os/write_note")


def test_every_task_is_solved_through_the_api(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with AnthropicServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        out = tmp_path / "run"
        command = [
            "run",
            "--agent",
            "anthropic",
            "--provider",
            "fake",
            "--tool-filter",
            "all",
            "--epochs",
            "2",
        ]
        command += ["--observe", "screenshot,windows"]
        tasks = [part for task in SOLVED for part in ("--task", task)]
        assert call([*command, *tasks, "--display", "none", "--out", str(out)]) == 0
    assert [error.message for error in server.errors] == []
    results = [json.loads(path.read_text()) for path in out.glob("episodes/**/result.json")]
    assert [(result["status"], result["score"]) for result in results] == [("completed", 1.0)] * 8
