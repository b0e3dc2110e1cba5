"""What is done with tasks and runs elsewhere knows no difference: Gymnasium, studies, comparisons, reports, exports."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.cli.main import call
from controller.core.actions import Terminate
from controller.guests.fake.provider import FakeProvider
from controller.records.run_records import RunRecords
from tests.plugins.osworld.tasks.conftest import INFEASIBLE, step

WriteTask = Callable[..., Path]


@pytest.fixture
def suite(checkout: Path, write_task: WriteTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two infeasible tasks; data and the working folder are in a folder of the test."""
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    for name in ("os/t1", "os/t2"):
        write_task(name, evaluator=INFEASIBLE, config=[step("execute", command=["true"])])
    return f"osworld:{checkout}"


def test_an_environment_of_gymnasium_plays_a_task(suite: str, tmp_path: Path) -> None:
    options = {"cache": str(tmp_path)}
    with DesktopEnv("os/t2", FakeProvider(), suite=suite, source_options=options) as env:
        _, info = env.reset()
        assert info["task"] == "os/t2"
        _, reward, terminated, _, info = env.step(env.encode(Terminate(status="failure")))
    assert (reward, terminated, info["score"]) == (1.0, True, 1.0)


def test_a_study_runs_the_tasks_of_a_list_with_the_sources_options(suite: str, tmp_path: Path) -> None:
    (tmp_path / "tasks.txt").write_text("os/t1\nos/t2\n")
    (tmp_path / "helped.json").write_text('{"os": ["t2"]}')
    (tmp_path / "small.toml").write_text(
        f"""
title = "Small"
agents = ["fail"]
actions = ["gui"]
steps = [5]
baselines = ["noop"]
[tasks]
suite = "{suite}"
list = "tasks.txt"
options = {{ cache = ".", tool-beneficial = "helped.json" }}
"""
    )
    assert call(["study", "small.toml", "--provider", "fake", "--display", "none", "--out", "out"]) == 0
    runs = sorted(folder for folder in Path("out").iterdir() if folder.is_dir())
    summaries = [json.loads((folder / "summary.json").read_text()) for folder in runs]
    assert [summary["overall"]["selected"]["accuracy"] for summary in summaries] == [1.0, 0.0]
    info = RunRecords.open(runs[0]).info
    assert [(task.id, task.tool_beneficial) for task in info.tasks] == [("os/t1", False), ("os/t2", True)]


def test_runs_are_scored_compared_reported_and_exported(
    suite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for agent in ("fail", "noop"):
        command = ["run", "--suite", suite, "--agent", agent, "--actions", "gui", "--provider", "fake"]
        assert call([*command, "--display", "none", "--out", agent]) == 0
    capsys.readouterr()
    assert call(["compare", "noop", "fail", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert "os/t1" in json.dumps(compared) and "os/t2" in json.dumps(compared)
    assert call(["score", "fail", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert scored["overall"]["selected"]["accuracy"] == 1.0 and scored["osworld_mcp"]
    assert call(["export", "fail", "--format", "osworld", "--out", "tree"]) == 0
    assert {path.read_text().strip() for path in Path("tree").rglob("result.txt")} == {"1.0"}
    assert call(["report", "noop", "fail", "--out", "report"]) == 0
    assert any(
        "os/t2" in path.read_text(errors="replace") for path in Path("report").rglob("*") if path.is_file()
    )
