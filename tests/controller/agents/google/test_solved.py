"""`testbed run --agent google` on fake guests, the model's part played by the tasks' reference solutions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.google_api import KEY_VARIABLE, URL_VARIABLE
from controller.tasks.selection import load_tasks
from plugins.mock_models.base import ModelServer
from plugins.mock_models.google_generate import google_apis
from plugins.mock_models.google_rules import KEY
from plugins.mock_models.solver import Solver

TASKS = Path(__file__).parents[2] / "data" / "tasks"
SOLVED = ("os/add_total", "os/print_note", "os/write_note")
WAYS = {
    "desktop": ("",),
    "without a stream": ("", "stream=false"),
    "browser": ("gemini-3-flash-preview",),
    "functions": ("gemini-4-argon", "thinking=high"),
    "functions without images in results": ("gemini-2.5-flash", "thinking=512"),
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_task_is_solved_through_the_api_and_replayed_without_it(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model, *settings = WAYS[way]
    with ModelServer(google_apis(KEY), Solver(load_tasks(SOLVED, TASKS))) as server:
        monkeypatch.setenv(URL_VARIABLE, server.url)
        command = ["run", "--agent", "google", "--model", model, "--provider", "fake", "--tool-filter", "all"]
        tasks = [part for task in SOLVED for part in ("--task", task)]
        sets = [part for setting in settings for part in ("--set", setting)]
        out = tmp_path / "run"
        assert call([*command, *tasks, *sets, "--display", "none", "--out", str(out)]) == 0
    assert [error.message for error in server.errors] == []
    results = play(out)
    assert [(result["status"], result["score"]) for result in results] == [("completed", 1.0)] * 3
    assert [result["usage"]["models"] for result in results] == [[model or "gemini-3.8-flash"]] * 3
    monkeypatch.delenv(KEY_VARIABLE)
    monkeypatch.delenv(URL_VARIABLE)
    again = tmp_path / "again"
    assert call(["run", "--replay", str(out), "--out", str(again), "--display", "none"]) == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording" in capsys.readouterr().err
    assert [without_times(result) for result in play(again)] == [without_times(one) for one in results]


def play(out: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(out.glob("episodes/**/result.json"))]


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key not in ("seconds", "timings", "guest")}
