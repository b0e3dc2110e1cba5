"""Best of N over recorded runs on fake guests, the comparing model's part played by a mock."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.runs.best_of import judge, narrator
from controller.runs.best_of.selection import BestOf
from plugins.mock_models.base import MockRequest
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import MockAnswer, ScriptItem
from tests.controller.agents.paper_runs import TASKS

TASK = "os/append_line"
pytestmark = pytest.mark.slow


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A run that does nothing, and one that solves the task."""
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    idle, solved = tmp_path / "idle", tmp_path / "solved"
    for folder, agent in ((idle, "noop"), (solved, "oracle:gui")):
        command = ["run", "--agent", agent, "--provider", "fake", "--task", TASK, "--display", "none"]
        assert call([*command, "--out", str(folder)]) == 0
    return idle, solved


def compare(runs: Sequence[Path], server: ChatServer, *more: str) -> int:
    folders = [str(run) for run in runs]
    return call(["best-of", *folders, "--model", "gpt-4.1", "--base-url", f"{server.url}/v1", *more])


def answer(request: MockRequest) -> ScriptItem:
    """Facts with their number; the judge takes the attempt that reports facts."""
    system, *turns = request.body["messages"]
    parts = turns[-1]["content"]
    texts = [part["text"] for part in parts if part["type"] == "text"]
    if system["content"] == narrator.SYSTEM:
        return MockAnswer(text=f"<thoughts>x</thoughts><answer>- {len(parts)} parts</answer>")
    assert system["content"].startswith(judge.SYSTEM.partition("{")[0])
    facts = [text for text in texts if text.startswith("Facts of attempt")]
    chosen = next(number for number, text in enumerate(facts, 1) if "It did nothing." not in text)
    return MockAnswer(text=f"<thoughts>x</thoughts><answer>{chosen}</answer>")


def test_the_attempt_that_the_judge_prefers_is_selected(
    runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(answer) as server:
        assert compare(runs, server, "--json") == 0
        requests = len(server.requests)
    assert [error.message for error in server.errors] == []
    best = json.loads(capsys.readouterr().out)
    assert (best["mean_accuracy"], best["selected_accuracy"], best["best_accuracy"]) == (0.5, 1.0, 1.0)
    [choice] = best["choices"]
    assert [candidate["score"] for candidate in choice["candidates"]] == [0.0, 1.0]
    assert choice["chosen"] == 1
    facts = choice["candidates"][1]["facts"]
    assert any("click" in fact and "parts" in fact for fact in facts)
    assert requests == 1 + sum("parts" in fact for fact in facts)
    assert not any("score" in json.dumps(request["messages"][1:]).lower() for request in server.requests)


def test_choices_are_kept_and_only_new_ones_are_made(runs: tuple[Path, Path]) -> None:
    with ChatServer(answer) as server:
        assert compare(runs, server) == 0
        before = len(server.requests)
        assert compare(runs, server) == 0
        assert len(server.requests) == before
        assert compare(runs, server, "--out", str(runs[0].parent / "other.json")) == 0
        assert len(server.requests) == 2 * before


def test_choices_of_another_model_are_not_overwritten(
    runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    (runs[0] / "best_of.json").write_text(BestOf(model="another").model_dump_json())
    with ChatServer(answer) as server:
        assert compare(runs, server) == 2
    assert "has the choices of another" in capsys.readouterr().err


def test_a_single_candidate_needs_no_model(
    runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer([]) as server:
        assert compare(runs[:1], server) == 0
        assert server.requests == []
    assert "accuracy of the selected 0.0%" in " ".join(capsys.readouterr().out.split())


UNUSABLE = {
    "no tags": [MockAnswer(text="the first")] * 3,
    "a number that is no attempt": [MockAnswer(text="<answer>7</answer>")] * 3,
    "two numbers": [MockAnswer(text="<answer>1 or 2</answer>")] * 3,
    "empty": [MockAnswer()] * 3,
    "refusal": [reply(refusal="No.")],
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_judge_that_cannot_be_understood_ends_the_comparison(
    name: str, runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(UNUSABLE[name])

    def script(request: MockRequest) -> ScriptItem:
        is_fact = request.body["messages"][0]["content"] == narrator.SYSTEM
        return MockAnswer(text="<answer>- x</answer>") if is_fact else next(answers)

    with ChatServer(script) as server:
        assert compare(runs, server) == 1
    assert "error: the model" in capsys.readouterr().err
    assert not (runs[0] / "best_of.json").exists()


def test_an_unusable_answer_is_corrected(runs: tuple[Path, Path]) -> None:
    wrong = iter(["Number 2.", "<answer>0</answer>"])

    def script(request: MockRequest) -> ScriptItem:
        if request.body["messages"][0]["content"] == narrator.SYSTEM:
            return answer(request)
        return MockAnswer(text=next(wrong, "<answer>2</answer>"))

    with ChatServer(script) as server:
        assert compare(runs, server) == 0
        corrections = server.requests[-1]["messages"][-1]["content"]
    assert "must be one number from 1 to 2" in corrections


def test_what_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["best-of", str(tmp_path), "--model", "gpt-4.1"]) == 2
    assert "Not a run folder" in capsys.readouterr().err
