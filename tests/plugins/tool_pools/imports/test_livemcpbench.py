"""LiveMCPBench's trajectories as runs of testbed, judged, and compared with people's labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.run_loader import load_records
from controller.records.run_records import RunRecords
from controller.results.viewer.episode import read_episode
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.tool_pools.sources.livemcpbench.source import open_checkout
from tests.controller.judges.judged_runs import Judges
from tests.plugins.tool_pools.imports.trajectories import FILE, messages, trajectories, trajectory, usual
from tests.plugins.tool_pools.sources.checkouts import annotation, livemcpbench

TASK = "shopping/a1"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two tasks, and their trajectories with people's labels."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = livemcpbench(tmp_path / "live", annotation("a1"), annotation("a2"))
    trajectories(folder, trajectory("a1"), trajectory("a2", task_success="Failure"))
    return folder


def imported(checkout: Path, *more: str) -> RunRecords:
    place = ["--suite", f"livemcpbench:{checkout}", "--out", "made"]
    assert call(["import-results", str(checkout / FILE), "--format", "livemcpbench", *place, *more]) == 0
    return RunRecords.open(Path("made"))


def test_a_trajectory_has_its_calls_results_and_answer(checkout: Path) -> None:
    records = imported(checkout)
    view = read_episode(records, records.info.tasks[0], 1)
    assert view is not None
    steps = view.trajectory.steps
    assert [(step.action.get("name"), step.action.get("arguments")) for step in steps] == [
        ("route", {"query": "read a file"}),
        ("text-editor/read", {"path": "/home/user/txt/prices.txt"}),
        ("web/fetch", {"url": "x"}),
        (None, None),
    ]
    assert [(step.result.text, step.result.is_error) for step in steps if step.result] == [
        ("success: true\nmatched_tools:\n- server_name: text-editor", False),
        ("1\n2\n", False),
        ('there\'s no "x"', True),
    ]
    assert [turn.decision.thought for turn in view.trajectory.turns if turn.decision] == [
        "I look for a tool.",
        "",
        "",
    ]
    loaded = load_records(records)
    result = loaded.results[TASK, 1]
    assert (result.answer, result.termination, result.steps, result.tool_calls) == (
        "The sum, 3, is in /home/user/txt/sum.txt.",
        "success",
        4,
        3,
    )
    assert loaded.damage == () and not loaded.edited and loaded.provenance.marks == ("imported",)
    assert (records.info.agent.model, records.info.options.steps) == ("some-model", 4)
    assert loaded.stats[TASK, 1].messages == len(usual())  # the paper's Steps
    assert loaded.stats[TASK, 1].names == {"read", "fetch"}
    assert loaded.stats[TASK, 1].routes == 1 and loaded.summary()["cost"] is None


def test_nobody_has_judged_it_at_first(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = imported(checkout)
    result = records.results()[TASK, 1]
    assert (result.status, result.score) == ("infra_error", None)
    assert result.error is not None and result.error.message == "nobody has judged it yet"
    printed = capsys.readouterr().out
    assert (
        "2 labels of people; compare a judge with them: `testbed judge calibrate made/labels.csv made`"
        in printed
    )
    assert "resume" not in printed


def test_judges_are_shown_the_key_points_of_the_checkout_and_descriptions_of_tools(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = checkout / "tools/LiveMCPTool/tools.json"
    listed.write_text(
        listed.read_text().replace('{"name": "fetch"}', '{"name": "fetch", "description": "Gets."}')
    )
    imported(checkout)
    judges = Judges()
    with ChatServer(judges) as server:
        asked = ["--judge", "gpt-4.1", "--judge-base-url", f"{server.url}/v1"]
        assert call(["judge", "made", *asked]) == 0
    [first, _second] = judges.documents
    assert first["key_points"] == ["Read /home/user/txt/prices.txt", "Add them."]
    assert first["tools"]["web/fetch"] == "Gets."
    assert first["steps"][1]["result"] == "1\n2\n" and "error" in first["steps"][2]
    capsys.readouterr()
    assert call(["judge", "calibrate", "made/labels.csv", "made", "--json"]) == 0
    made: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (made["labels"], made["both_success"], made["judge_alone"], made["without_verdict"]) == (
        2,
        1,
        1,
        0,
    )
    assert (made["agreement"]["value"], made["always_success"]["value"]) == (0.5, 0.5)
    later = load_records(RunRecords.open(Path("made")), rechecks=True).results
    assert {key[0]: item.score for key, item in later.items()} == {"shopping/a1": 1.0, "shopping/a2": 1.0}


def test_an_episode_that_the_runner_gave_up_is_no_failure_of_the_model(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given_up = trajectory(
        "a2", messages=messages(answer="Connection error."), response="Error: Connection error."
    )
    trajectories(checkout, trajectory(), given_up)
    result = imported(checkout).results()["shopping/a2", 1]
    assert result.error is not None
    assert (result.status, result.error.type, result.error.message, result.answer) == (
        "infra_error",
        "RunnerError",
        "Error: Connection error.",
        "",
    )
    assert "resume" not in capsys.readouterr().out


def test_without_a_final_message_the_agent_reported_no_end(checkout: Path) -> None:
    trajectories(
        checkout, trajectory(messages=messages(*trajectory()["messages"][2:-1], answer=None), response="")
    )
    result = imported(checkout).results()[TASK, 1]
    assert (result.termination, result.answer, result.steps) == (None, "", 3)


def test_another_instruction_than_the_checkouts_is_another_task(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trajectories(checkout, trajectory(), trajectory("a2", Question="Add them in /root/a."))
    records = imported(checkout)
    assert "shopping/a2: its instruction is not that of the checkout" in capsys.readouterr().err
    entry = records.info.tasks[1]
    task = open_checkout(str(checkout)).load("shopping/a2")
    assert entry.instruction == "Add them in /home/user/a." and entry.hash != task.hash
    with ChatServer(Judges()) as server:
        assert call(["judge", "made", "--judge", "gpt-4.1", "--judge-base-url", f"{server.url}/v1"]) == 1
    assert "the task's instruction has changed since the run" in " ".join(capsys.readouterr().out.split())


def test_without_the_tasks_it_is_a_run_that_nobody_can_judge(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str((checkout / FILE).parent)
    assert call(["import-results", place, "--format", "livemcpbench", "--out", "made"]) == 0
    info = RunRecords.open(Path("made")).info
    assert [entry.id for entry in info.tasks] == ["shopping/a1", "shopping/a2"]
    assert (
        info.tasks[0].instruction
        == "Add the prices in /home/user/txt/prices.txt into /home/user/txt/sum.txt."
    )
    assert call(["judge", "made", "--judge", "gpt-4.1"]) == 2
    assert "their tasks are not here" in " ".join(capsys.readouterr().err.split())


def test_only_listed_tasks_are_imported_and_a_complete_list_has_all(checkout: Path) -> None:
    Path("list.json").write_text(json.dumps({"shopping": ["a2", "a9"]}))
    place = ["--format", "livemcpbench", "--out", "made", "--list", "list.json"]
    assert call(["import-results", str(checkout / FILE), *place]) == 0
    records = RunRecords.open(Path("made"))
    assert [entry.id for entry in records.info.tasks] == ["shopping/a2", "shopping/a9"]
    assert [task for task, _epoch in records.results()] == ["shopping/a2"]
