"""Limits of a run: tokens, money, time of a tool; and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import AnthropicServer, RawAnswer, reply, use
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import Body
from tests.controller.models.runs import SOLVED, TASKS, prepare, read, results, run

WRITE = use("filesystem_write_file", {"path": "/home/user/note.txt", "content": "done\n"})
DONE = reply(use("terminate", {"status": "success"}))
Printed = pytest.CaptureFixture[str]


def solver() -> Solver:
    return Solver(load_tasks(SOLVED, TASKS))


def test_a_limit_on_tokens_stops_the_run_which_a_higher_one_finishes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    out = tmp_path / "run"
    with AnthropicServer(solver()) as server:
        prepare(monkeypatch, server)
        assert run(out, "--max-tokens", "500", tasks=SOLVED) == 3
        asked = len(server.requests)
        assert 155 * asked >= 500 > 155 * (asked - 1)  # no decision was begun once 500 were spent
        said = capsys.readouterr().err
        assert "tokens are spent, --max-tokens is 500" in said
        assert f"testbed resume {out} --max-tokens" in said
        summary = read(out / "summary.json")
        assert 0 < summary["status"]["cancelled"] < 3
        assert call(["resume", str(out), "--display", "none"]) == 3  # what was spent before counts
        assert len(server.requests) == asked
        assert call(["resume", str(out), "--display", "none", "--max-tokens", "100000"]) == 0
    assert [result["score"] for result in results(out)] == [1.0] * 3
    assert read(out / "run.json")["options"]["limits"]["max_tokens"] == 100000


def test_a_limit_on_costs_stops_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with AnthropicServer(solver()) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--max-cost", "0.0006", tasks=SOLVED) == 3
        assert len(server.requests) == 2  # at $0.000476 each
    assert "$0.0010 are spent, --max-cost is $0.0006" in capsys.readouterr().err


def test_a_limit_on_costs_needs_the_models_price(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("date = 2026-01-01\n[models]\nclaude-opus-4-1 = { input = 1, output = 2 }\n")
    with AnthropicServer([reply(WRITE), DONE]) as server:
        prepare(monkeypatch, server)
        model = "claude-opus-5-5"
        monkeypatch.setattr("controller.models.prices.OWN", prices)
        assert run(tmp_path / "run", "--max-cost", "1", "--model", model) == 2
        said = capsys.readouterr().err
        assert f"--max-cost needs the price of {model}" in said
        assert "--prices FILE" in said
        assert not (tmp_path / "run").exists()
        prices.write_text(f"date = 2026-01-01\n[models]\n{model} = {{ input = 1, output = 2 }}\n")
        assert run(tmp_path / "run", "--max-cost", "1", "--model", model, "--prices", str(prices)) == 0
    [result] = results(tmp_path / "run")
    assert result["usage"]["cost"] == pytest.approx((2 * 135 * 1 + 2 * 20 * 2) / 1e6)


def test_a_model_without_a_price_costs_an_unknown_amount(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    def other(_: Body) -> RawAnswer:
        return RawAnswer(DONE.content, model="something-else")

    with AnthropicServer(other) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--display", "plain") == 0
    [result] = results(tmp_path / "run")
    assert (result["usage"]["cost"], result["usage"]["models"]) == (None, ["something-else"])
    assert result["usage"]["substitutions"] == [["claude-sonnet-5-5", "something-else"]]
    summary = read(tmp_path / "run" / "summary.json")
    assert summary["cost"] is None
    assert summary["substitutions"] == [["claude-sonnet-5-5", "something-else", 1]]
    printed = capsys.readouterr()
    assert "cost unknown" in printed.out
    assert (
        "warning: in 1 attempt(s) the API served something-else instead of claude-sonnet-5-5" in printed.err
    )


def test_another_models_price_missing_stops_a_run_with_a_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    def other(_: Body) -> RawAnswer:
        return RawAnswer((WRITE,), model="something-else")

    with AnthropicServer(other) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run", "--max-cost", "1") == 3
        assert len(server.requests) == 1
    assert "a model without a known price responded" in capsys.readouterr().err


def test_spending_is_in_the_printed_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with AnthropicServer(solver()) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    printed = capsys.readouterr().out
    assert (
        "model: claude-sonnet-5-5; 2 calls, 0 retries, 270 tokens in (10 from the cache), 40 out" in printed
    )
    assert "cost $0.0010" in printed
    assert call(["score", str(tmp_path / "run")]) == 0
    assert "cost $0.0010" in capsys.readouterr().out
