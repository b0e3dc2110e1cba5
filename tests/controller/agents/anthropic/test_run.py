"""Whole runs of `testbed run --agent anthropic` on fake guests, against a scripted model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.anthropic_api import KEY_VARIABLE
from plugins.mock_models.anthropic_messages import (
    RATE_LIMITED,
    AnthropicServer,
    reply,
    text,
    think,
    use,
)
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import ErrorAnswer, ScriptItem

TASKS = Path(__file__).parents[2] / "data" / "tasks"
WRITE = {"path": "/home/user/note.txt", "content": "done\n"}
GOOD: list[ScriptItem] = [
    reply(think("A note."), use("filesystem_write_file", {"path": "/nowhere/note.txt", "content": "done\n"})),
    RATE_LIMITED,
    reply(
        use("left_click", {"coordinate": [640, 360]}, "computer"),
        use("key", {"text": "ctrl+a"}, "computer"),
        use("filesystem_write_file", WRITE),
        use("screenshot", {}, "computer"),
    ),
    reply(use("terminate", {"status": "success"})),
]


def run(monkeypatch: pytest.MonkeyPatch, out: Path, server: AnthropicServer, *more: str) -> int:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    command = [
        "run",
        "--agent",
        "anthropic",
        "--provider",
        "fake",
        "--task",
        "os/write_note",
        "--tool-filter",
        "all",
    ]
    return call([*command, "--guests", "1", "--display", "none", "--out", str(out), *more])


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def test_a_run_is_played_judged_and_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with AnthropicServer(GOOD) as server:
        assert run(monkeypatch, out, server) == 0
    assert [error.message for error in server.errors] == []
    [folder] = (out / "episodes").glob("*/*/*")
    result = read(folder / "result.json")
    assert (result["status"], result["score"]) == ("completed", 1.0)
    assert result["steps"] == 5
    assert "fresh screenshot" in (out / "run.json").read_text()
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    decisions = [event for event in events if event["event"] == "decision"]
    assert decisions[0]["thought"] == "A note."
    assert decisions[0]["details"]["model"] == "claude-sonnet-5-5"
    assert [len(decision["actions"]) for decision in decisions] == [1, 3, 1]


def test_a_model_that_writes_the_wrong_thing_gets_no_score(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with AnthropicServer([reply(text("All done!"))]) as server:
        assert run(monkeypatch, tmp_path / "run", server) == 0
    [path] = (tmp_path / "run").glob("episodes/**/result.json")
    assert read(path)["score"] == 0


def test_a_refusal_is_an_agent_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with AnthropicServer([reply(stop="refusal")]) as server:
        assert run(monkeypatch, tmp_path / "run", server) == 0
    [path] = (tmp_path / "run").glob("episodes/**/result.json")
    assert read(path)["status"] == "agent_error"


def test_an_unknown_model_stops_before_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with AnthropicServer([]) as server:
        assert run(monkeypatch, tmp_path / "run", server, "--model", "claude-nobody") == 2
    assert "no model 'claude-nobody'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_key_refused_in_the_middle_stops_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with AnthropicServer([ErrorAnswer(401, "authentication_error")]) as server:
        assert run(monkeypatch, tmp_path / "run", server) == 2
