"""`testbed run --replay`: the same run without a model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.agents.builtin.anthropic.settings import AnthropicSetup
from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import RATE_LIMITED, AnthropicServer, reply, use
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import BrokenBody, ErrorAnswer
from tests.controller.models.runs import SOLVED, TASKS, exchanges, prepare, read, replay, results, run

WRITE = use("filesystem_write_file", {"path": "/home/user/note.txt", "content": "done\n"})
DONE = reply(use("terminate", {"status": "success"}))
Printed = pytest.CaptureFixture[str]


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what depends on the clock."""
    without = {key: value for key, value in result.items() if key not in ("seconds", "timings", "guest")}
    without["attempts"] = [{**item, "seconds": 0, "timings": 0, "error": 0} for item in result["attempts"]]
    return without


def numbers_of(run: Path) -> dict[str, Any]:
    """A summary without what differs between a run and its replay."""
    summary = read(run / "summary.json")
    return {key: value for key, value in summary.items() if key not in ("provenance", "spent", "error")}


def test_a_replay_reaches_the_same_summary_without_network_and_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with AnthropicServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--epochs", "2", tasks=SOLVED, guests=2) == 0
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    assert (
        "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording"
        in (printed := capsys.readouterr()).err
    )
    assert "when recorded, nothing spent in this replay" in printed.out
    summary = numbers_of(tmp_path / "run")
    assert summary["calls"] > 6
    assert summary["cost"] > 0
    assert numbers_of(tmp_path / "again") == summary
    again = read(tmp_path / "again" / "summary.json")
    assert again["spent"] == 0 and again["cost"] > 0
    assert again["provenance"]["marks"][:2] == ["mock", "replay of run"]
    pairs = zip(results(tmp_path / "run"), results(tmp_path / "again"), strict=True)
    assert all(timeless(one) == timeless(other) for one, other in pairs)
    assert read(tmp_path / "again" / "run.json")["options"]["replay"] == str(tmp_path / "run")
    assert replay(tmp_path / "again", tmp_path / "third") == 0
    assert numbers_of(tmp_path / "third") == summary


def test_failures_are_replayed_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = [
        reply(WRITE),
        RATE_LIMITED,
        BrokenBody(b"{}"),  # the first try ends here
        reply(WRITE),
        ErrorAnswer(400, "invalid_request_error"),
    ]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 1
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 1
    [one], [other] = results(tmp_path / "run"), results(tmp_path / "again")
    retries = one["usage"]["retries"], one["attempts"][0]["usage"]["retries"]
    assert (one["status"], *retries) == ("infra_error", 0, 1)
    assert timeless(one) == timeless(other)
    assert numbers_of(tmp_path / "again") == numbers_of(tmp_path / "run")


def test_what_is_asked_otherwise_is_counted_and_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with AnthropicServer([reply(WRITE), DONE]) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    prepare(monkeypatch, None)
    asked = AnthropicSetup.request
    monkeypatch.setattr(
        AnthropicSetup, "request", lambda plan, *parts: asked(plan, *parts) | {"max_tokens": 1000}
    )
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    printed = capsys.readouterr().err
    assert "1 request(s) in 1 episode(s) and 0 result(s) differ from the recording" in printed
    difference = "request 1: max_tokens: 1000 instead of 16384"
    assert f"os/write_note (1): {difference}" in printed
    [result] = results(tmp_path / "again")
    assert (result["usage"]["differences"], result["score"]) == (1, 1.0)
    [folder] = (tmp_path / "again").glob("episodes/*/*/*")
    assert f'"requests": ["{difference}"]' in (folder / "events.jsonl").read_text()


def test_an_agent_that_asks_for_more_than_was_recorded_is_at_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with AnthropicServer([reply(WRITE), DONE]) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    [path] = (tmp_path / "run").glob("episodes/**/exchanges.jsonl.gz")
    path.write_bytes(path.read_bytes()[:-100])  # as if the machine had died
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    [result] = results(tmp_path / "again")
    assert result["status"] == "agent_error"
    assert "no response left after 1 requests" in result["error"]["message"]
    assert "cannot be replayed" in result["error"]["hint"]
    [folder] = (tmp_path / "again").glob("episodes/*/*/*")
    assert len(exchanges(folder)) == 1


def test_changed_tasks_agents_and_options_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    tasks = tmp_path / "tasks"
    shutil.copytree(TASKS, tasks)
    with AnthropicServer([reply(WRITE), DONE]) as server:
        prepare(monkeypatch, server, tasks)
        assert run(tmp_path / "run") == 0
    prepare(monkeypatch, None, tasks)
    assert replay(tmp_path / "run", tmp_path / "again", "--steps", "3") == 2
    assert "takes --steps from the recorded run" in capsys.readouterr().err
    monkeypatch.setattr("controller.agents.builtin.anthropic.settings.DEFAULT_MODEL", "claude-opus-5-5")
    assert replay(tmp_path / "run", tmp_path / "again") == 2
    assert "the agent differs from the recorded one" in capsys.readouterr().err
    monkeypatch.undo()
    prepare(monkeypatch, None, tasks)
    with (tasks / "os/write_note/check.py").open("a") as file:
        file.write("\n# changed\n")
    assert replay(tmp_path / "run", tmp_path / "again") == 2
    assert "tasks have changed since the run began: os/write_note" in capsys.readouterr().err
    assert not (tmp_path / "again").exists()


def test_a_run_that_was_cut_short_is_replayed_as_far_as_it_came(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    script = [reply(WRITE), DONE, ErrorAnswer(401, "authentication_error")]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--epochs", "2") == 2
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    summary = read(tmp_path / "again" / "summary.json")
    assert (summary["status"]["completed"], summary["status"]["cancelled"]) == (1, 1)
    assert numbers_of(tmp_path / "again") == numbers_of(tmp_path / "run")
    empty = tmp_path / "empty"
    shutil.copytree(tmp_path / "run", empty)
    for path in empty.glob("episodes/**/result.json"):
        path.unlink()
    assert replay(empty, tmp_path / "third") == 2
    assert "has no result to replay" in capsys.readouterr().err


def test_a_run_without_a_model_is_replayed_as_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    prepare(monkeypatch, None)
    command = [
        "run",
        "--agent",
        "oracle",
        "--provider",
        "fake",
        "--task",
        "os/write_note",
        "--display",
        "none",
    ]
    assert call([*command, "--out", str(tmp_path / "run")]) == 0
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    assert numbers_of(tmp_path / "again") == numbers_of(tmp_path / "run")


def test_a_replay_that_was_interrupted_is_resumed_as_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with AnthropicServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", tasks=SOLVED) == 0
    prepare(monkeypatch, None)
    assert replay(tmp_path / "run", tmp_path / "again") == 0
    (tmp_path / "again/episodes/os/write_note/1/result.json").unlink()
    assert call(["resume", str(tmp_path / "again"), "--display", "none"]) == 0
    assert numbers_of(tmp_path / "again") == numbers_of(tmp_path / "run")


def test_a_run_whose_model_was_reached_some_other_way_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with AnthropicServer([reply(WRITE), DONE]) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    [path] = (tmp_path / "run").glob("episodes/**/result.json")
    result = read(path)
    path.write_text(json.dumps(result | {"usage": result["usage"] | {"request_bytes": 0}}))
    assert replay(tmp_path / "run", tmp_path / "again") == 2
    assert "no recorded model responses for os/write_note" in capsys.readouterr().err
