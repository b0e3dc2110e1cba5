"""Runs whose model API goes away, or whose account is used up: they stop, and resume."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import ErrorAnswer
from tests.controller.models.runs import SOLVED, TASKS, prepare, results, run

GONE = ErrorAnswer(503, "overloaded_error", headers={"x-should-retry": "false"})
BROKE = ErrorAnswer(400, "invalid_request_error", message="Your credit balance is too low to access the API.")
Printed = pytest.CaptureFixture[str]


def resume(out: Path, monkeypatch: pytest.MonkeyPatch, episodes: int) -> None:
    with AnthropicServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        prepare(monkeypatch, server)
        assert call(["resume", str(out), "--display", "none"]) == 0
    assert [result["score"] for result in results(out)] == [1.0] * episodes


def test_a_run_stops_after_three_episodes_that_the_api_has_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "run"
    with AnthropicServer([GONE] * 20) as server:
        prepare(monkeypatch, server)
        assert run(out, "--epochs", "2", tasks=SOLVED) == 1
        assert len(server.requests) == 9  # three attempts of three episodes
    assert "failed in 3 episodes in a row" in capsys.readouterr().err
    assert [result["status"] for result in results(out)] == ["infra_error"] * 3
    resume(out, monkeypatch, 6)


def test_a_used_up_account_stops_the_run_without_a_score(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "run"
    with AnthropicServer([BROKE] * 20) as server:
        prepare(monkeypatch, server)
        assert run(out, tasks=SOLVED) == 2
        assert len(server.requests) == 1
    assert "the account cannot pay" in capsys.readouterr().err
    assert results(out) == []
    resume(out, monkeypatch, 3)
