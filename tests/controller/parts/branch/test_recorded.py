"""Runs of models that go on from a recorded step, by their own responses or told in the prompt."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.records.gzip_lines import read_gzip_lines
from controller.records.run_records import RunRecords
from controller.results.viewer.episode_file import open_attempt
from controller.tasks.selection import load_tasks
from plugins.mock_models import anthropic_rules, openai_rules
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.openai_responses import ResponsesServer
from plugins.mock_models.solver import Solver

ID = "os/append_line"
COMMON = ["--provider", "fake", "--display", "none", "--task", ID, "--observe", "screenshot,windows"]
Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def environment(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", anthropic_rules.KEY)
    monkeypatch.setenv("OPENAI_API_KEY", openai_rules.KEY)


@pytest.fixture
def server(tasks_root: Path) -> Iterator[AnthropicServer]:
    with AnthropicServer(Solver(load_tasks([ID], tasks_root), "gui")) as server:
        yield server
    assert [error.message for error in server.errors] == []


def run(
    folder: Path,
    server: Any,
    *more: str,
    agent: str = "anthropic",
    model: str = "claude-opus-4-5",
    path: str = "",
) -> int:
    words = ["run", "--agent", agent, "--model", model, "--base-url", server.url + path, "--out", str(folder)]
    return call([*words, *COMMON, *more])


def results(folder: Path) -> list[dict[str, Any]]:
    files = sorted(folder.glob("episodes/os/append_line/*/result.json"))
    return [json.loads(file.read_text()) for file in files]


def exchanges(folder: Path, epoch: int) -> list[bool]:
    """Whether each exchange of an episode is another one's."""
    file = folder / f"episodes/os/append_line/{epoch}/exchanges.jsonl.gz"
    return [line["shared"] for line in read_gzip_lines(file)]


def test_a_branch_pays_for_its_own_requests_alone(server: AnthropicServer, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(folder, server, "--epochs", "3", "--branch-at", "2") == 0
    found = results(folder)
    assert [(result["score"], result["steps"]) for result in found] == [(1.0, 5)] * 3
    assert [result["usage"]["calls"] for result in found] == [5, 3, 3]
    assert [result["usage"]["input_tokens"] > 0 for result in found] == [True] * 3
    assert len(server.requests) == 11, "recorded responses are not asked for again"
    assert exchanges(folder, 2) == [True, True, False, False, False]
    spent = RunRecords.open(folder)
    assert [line["shared"] for line in spent.all_exchanges(ID, 3)].count(False) == 3


def test_its_model_is_asked_as_if_it_had_played_the_steps(server: AnthropicServer, tmp_path: Path) -> None:
    run(tmp_path / "run", server, "--epochs", "2", "--branch-at", "2")
    third = [body["messages"] for body in server.requests if len(body["messages"]) == 5]
    assert len(third) == 2 and third[0] == third[1]


def test_a_run_with_branches_can_be_replayed(server: AnthropicServer, tmp_path: Path) -> None:
    run(tmp_path / "run", server, "--epochs", "3", "--branch-at", "2")
    sent = len(server.requests)
    words = ["run", "--replay", str(tmp_path / "run"), "--out", str(tmp_path / "again"), "--provider", "fake"]
    assert call([*words, "--display", "none"]) == 0
    assert len(server.requests) == sent
    kept = ("score", "steps", "parts")
    again, first = (results(tmp_path / name) for name in ("again", "run"))
    assert [[one[name] for name in kept] for one in again] == [[one[name] for name in kept] for one in first]
    assert [one["usage"]["differences"] for one in again] == [0, 0, 0]


def test_a_run_goes_on_from_a_recorded_step(server: AnthropicServer, tmp_path: Path) -> None:
    run(tmp_path / "first", server, "--epochs", "2")
    more = ("--epochs", "2", "--branch-at", "3", "--branch-from", f"{tmp_path / 'first'}:2")
    assert run(tmp_path / "second", server, *more) == 0
    found = results(tmp_path / "second")
    assert [(result["score"], result["steps"], result["usage"]["calls"]) for result in found] == [
        (1.0, 5, 2)
    ] * 2
    assert [result["parts"]["branch"] for result in found] == [
        {"run": str(tmp_path / "first"), "epoch": 2, "steps": 3, "restored": False},
        {"run": "", "epoch": 1, "steps": 3, "restored": True},
    ]


def test_another_model_is_told_what_was_done(
    server: AnthropicServer, tasks_root: Path, tmp_path: Path
) -> None:
    run(tmp_path / "first", server)
    with ResponsesServer(Solver(load_tasks([ID], tasks_root), "gui")) as other:
        more = ("--branch-from", str(tmp_path / "first"), "--branch-at", "2", "--branch-history", "text")
        model = {"agent": "openai", "model": "gpt-5.5", "path": "/v1"}
        assert run(tmp_path / "second", other, "--epochs", "2", *more, **model) == 0
    assert [error.message for error in other.errors] == []
    first, branch = results(tmp_path / "second")
    assert (first["score"], first["steps"]) == (1.0, 7), "two recorded steps, and a solution from its start"
    assert branch["usage"]["calls"] == first["usage"]["calls"] == 5
    prompt = json.dumps(other.requests[0])
    assert "Work on this task has begun" in prompt and "2. click x=240 y=280" in prompt
    assert json.dumps(other.requests[5]).count("Work on this task has begun") == 1


@pytest.mark.parametrize(
    ("more", "problem", "remedy"),
    [
        (["--branch-at", "7"], "no decision after step 7", "its last one is after step 4"),
        (["--branch-at", "every:2"], "goes on from one point", "a number of steps"),
        (
            ["--branch-at", "2", "--model", "claude-opus-5"],
            "was played with --model claude-opus-4-5",
            "--branch-history text",
        ),
        (["--branch-at", "x"], "no point of an episode", "every:5"),
        (["--branch-at", "2", "--branch-from", "{first}:3"], "has no epoch 3", "the epochs 1 to 1"),
        (["--branch-at", "2", "--branch-from", "{first}/x"], "no run.json", "that `testbed run` made"),
        (["--branch-at", "2", "--task", "os/write_note"], "has no task os/write_note", "tasks of that run"),
        ([], "where episodes go on is not said", "--branch-at STEP"),
    ],
)
def test_what_cannot_go_on_is_refused(
    more: list[str], problem: str, remedy: str, server: AnthropicServer, tmp_path: Path, capsys: Printed
) -> None:
    first = tmp_path / "first"
    run(first, server)
    given = [word.format(first=first) for word in more]
    assert run(tmp_path / "second", server, "--branch-from", str(first), *given) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert problem in told and remedy in told
    assert not (tmp_path / "second").exists()


def test_the_viewer_has_the_command_that_goes_on(server: AnthropicServer, tmp_path: Path) -> None:
    folder = tmp_path / "first"
    run(folder, server, "--epochs", "2")
    attempt = open_attempt(RunRecords.open(folder), ID, 2)
    assert attempt is not None
    told = html.unescape(attempt.page("first"))
    assert told.count("Go on from here") == 5
    words = f"run --config {folder}/run.json --task {ID} --epochs 1 --branch-from {folder}:2 --branch-at 3"
    assert words in told
    assert "--branch-from" not in attempt.page("first", static=True), "a shared page names no folder"
    assert call([*words.split(), "--out", str(tmp_path / "second"), "--display", "none"]) == 0
    assert [(one["score"], one["usage"]["calls"]) for one in results(tmp_path / "second")] == [(1.0, 2)]
