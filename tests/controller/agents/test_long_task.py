"""An episode of 300 steps with a model whose context window is 32k tokens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.core.actions import Terminate, ToolCall
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.base import MockRequest
from plugins.mock_models.context_window import count_tokens, notes_answer
from plugins.mock_models.text_protocols import system_text
from plugins.mock_models.turns import MockAnswer, ScriptItem
from tests.controller.models import runs

WINDOW = 32_768
STEPS = 300
LONG = {"path": "/home/user/long.txt", "content": "a line of the long file\n" * 150}
WRITE_LONG = ToolCall(name="filesystem_write_file", arguments=LONG)
READ_LONG = ToolCall(name="filesystem_read_text_file", arguments={"path": LONG["path"]})
WRITE_NOTE = ToolCall(
    name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done\n"}
)


@pytest.mark.slow
def test_three_hundred_steps_fit_into_a_small_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done = 0

    def answer(request: MockRequest) -> ScriptItem:
        nonlocal done
        notes = notes_answer(system_text(request.body), request.body)
        if notes is not None:
            return notes
        done += 1
        if done == STEPS:
            return MockAnswer(actions=(Terminate(status="success"),))
        action = {1: WRITE_LONG, STEPS - 1: WRITE_NOTE}.get(done, READ_LONG)
        return MockAnswer(actions=(action,), text=f"Step {done}.")

    with AnthropicServer(answer) as server:
        server.context_window = WINDOW
        runs.prepare(monkeypatch, server)
        more = ("--steps", str(STEPS), "--set", f"context_window={WINDOW}", "--set", "max_tokens=4096")
        code = runs.run(tmp_path / "run", *more, "--tool-filter", "rag")
    assert code == 0
    assert [error.message for error in server.errors] == []
    assert max(map(count_tokens, server.requests)) <= WINDOW
    [result] = runs.results(tmp_path / "run")
    assert (result["status"], result["score"], result["steps"]) == ("completed", 1.0, STEPS)
    assert result["usage"]["folds"].keys() == {"pictures", "results", "compaction"}
    assert result["usage"]["folds"]["compaction"] >= 2
    [path] = (tmp_path / "run").glob("episodes/**/events.jsonl")
    events = map(json.loads, path.read_text().splitlines())
    folds = [fold for event in events for fold in event.get("details", {}).get("folds", ())]
    assert {fold["by"] for fold in folds if fold["kind"] == "compaction"} == {"api"}
