"""Runs and listings of the papers' tasks on fake guests, judged by a mock model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.main import call
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from tests.controller.judges.judged_runs import MODEL, Judges, results
from tests.plugins.tool_pools.sources import checkouts
from tests.plugins.tool_pools.sources.checkouts import annotation, question, with_tools, write

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


def run(suite: str, *more: str) -> int:
    agent = ["--provider", "fake", "--agent", "noop", "--display", "none", "--guests", "1", "--out", "made"]
    return call(["run", "--suite", suite, *agent, *more])


def test_a_run_skips_what_cannot_run_and_a_judge_scores_the_rest(tmp_path: Path) -> None:
    rows = [question("Q1"), question("Q2", answer="4"), question("Q3", MCP="Far Away")]
    folder = checkouts.mcpverse(tmp_path / "checkout", *rows)
    right = Judges(reference=lambda document: {"reasoning": "r", "correct": document["reference"] == "3"})
    with ChatServer(right) as server:
        judge = ("--judge", MODEL, "--judge-base-url", f"{server.url}/v1")
        assert run(f"mcpverse:{folder}", *judge) == 0
    found = {name: (result.status, result.score) for name, result in results().items()}
    assert found == {
        "calculator/Q1": ("completed", 1.0),
        "calculator/Q2": ("completed", 0.0),
        "far-away/Q3": ("skipped", None),
    }
    summary = json.loads(Path("made/summary.json").read_text())
    assert summary["overall"]["selected"]["accuracy"] == pytest.approx(1 / 3)
    assert summary["overall"]["ran"]["accuracy"] == 0.5
    assert {document["task"] for document in right.documents} == {"What is 1+2?"}


def test_a_run_without_a_judge_is_refused(tmp_path: Path, capsys: Printed) -> None:
    assert run(f"mcp-bench:{checkouts.mcp_bench(tmp_path / 'checkout')}") == 2
    assert "only a judge can score this" in capsys.readouterr().err
    assert not Path("made").exists()


def test_the_list_says_what_runs_here_and_why_not(tmp_path: Path, capsys: Printed) -> None:
    folder = checkouts.livemcpbench(
        tmp_path / "checkout",
        annotation("a1", **with_tools("calculate")),
        annotation("a2", **with_tools("fetch")),
        annotation("a3", **with_tools("fly")),
    )
    suite = f"livemcpbench:{folder}"
    assert call(["tasks", "list", "--suite", suite]) == 0
    out = capsys.readouterr().out
    assert "3 tasks: 2 needs servers, 1 runs with the pool" in out
    assert "2 of 3 tasks cannot run on this host and are skipped: 2 needs servers" in out
    own = write(tmp_path / "own.toml", '[[server]]\nid = "web"\npurpose = "Fetches."\ncommand = ["web"]\n')
    assert call(["tasks", "list", "--suite", suite, "--servers", str(own), "--json"]) == 0
    listed = {task["id"]: task["skip_reason"] for task in json.loads(capsys.readouterr().out)}
    assert listed == {
        "shopping/a1": "",
        "shopping/a2": "",
        "shopping/a3": "needs servers: fly (no server of the checkout)",
    }
    assert call(["tasks", "show", "shopping/a2", "--suite", suite, "--servers", str(own)]) == 0
    out = capsys.readouterr().out
    assert "offer the servers web" in out and "key point: Do it." in out
