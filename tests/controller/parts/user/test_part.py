"""A user to ask: offered, answered, counted, recorded, shown, proven, redacted and in the Gymnasium environment."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.adapters.gymnasium_observations import text_of
from controller.cli.display import Silence
from controller.cli.main import call
from controller.core.actions import Terminate, ToolCall
from controller.guests.fake.provider import FakeProvider
from controller.proofs.audit import audit
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.records.redaction import Redactor
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from controller.tasks.user import ASK_USER

USER = '[[fact]]\nkeywords = ["word", "which"]\nanswer = "The word is done."\n'
TOML = """
instruction = "Write the word that I tell you into note.txt."
applications = ["os"]
tools = ["filesystem_write_file"]
"""
SOLVE = """
from controller.core.actions import ToolCall, TypeText

ASK = ToolCall(name="ask_user", arguments={"question": "Which word?"})

def write(content):
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": content})

def mcp():
    seen = yield ASK
    yield from write(seen.results[0].text.removeprefix("The word is ").removesuffix("."))

def wrong_unasked(_guest):
    yield from write("something")

def wrong_question(_guest):
    seen = yield ToolCall(name="ask_user", arguments={"question": "What colour?"})
    yield from write(seen.results[0].text)
"""
QUESTION = ToolCall(name="ask_user", arguments={"question": "Which word?"})


@pytest.fixture
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite of a task with a user, and one without."""
    folder = task_folder("os/ask", toml=TOML, solve=SOLVE)
    (folder / "user.toml").write_text(USER)
    task_folder("os/plain", toml=TOML, solve=SOLVE.replace("seen = yield ASK", "").replace("seen.", "ASK."))
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tasks"


def run(*arguments: str) -> RunRecords:
    command = ["run", "--provider", "fake", "--display", "none", "--out", "made", *arguments]
    assert call(command) == 0
    return RunRecords.open(Path("made"))


def test_questions_are_answered_counted_and_no_tool_calls(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = run("--agent", "oracle", "--task", "os/ask")
    [result] = records.results().values()
    assert (result.score, result.steps, result.parts["user"], result.tool_calls) == (1.0, 3, 1, 1)
    events = map(json.loads, next(Path("made").rglob("events.jsonl")).read_text().splitlines())
    [first, *_] = [event for event in events if event["event"] == "step"]
    assert first["action"]["name"] == "ask_user" and first["result"]["text"] == "The word is done."
    summary = json.loads(Path("made/summary.json").read_text())
    assert '"questions": 1.0' in json.dumps(summary)
    capsys.readouterr()
    assert call(["export", "made", "--format", "csv", "--out", "tables"]) == 0
    [row] = csv.DictReader(Path("tables/episodes.csv").read_text().splitlines())
    assert row["questions"] == "1.0"


def test_a_task_without_a_user_counts_no_questions(root: Path) -> None:
    [result] = run("--agent", "noop", "--task", "os/plain").results().values()
    assert "user" not in result.parts


@pytest.mark.parametrize("mode", ["gui", "mcp", "gui+mcp"])
def test_a_task_with_a_user_is_played_in_every_action_space(root: Path, mode: Any) -> None:
    with DesktopEnv(["os/ask", "os/plain"], FakeProvider(), actions=mode, steps=4) as env:
        assert env.tools[-1] == "ask_user"
        _, info = env.reset(options={"task": "os/ask"})
        assert info["tools"][-1] == ASK_USER
        assert (len(info["tools"]) == 1) == (mode == "gui")
        observation, *_ = env.step(env.encode(QUESTION))
        assert text_of(observation["result"]) == "The word is done."
        env.step(env.encode(Terminate(status="success")))
        _, info = env.reset(options={"task": "os/plain"})
        assert ASK_USER not in info["tools"]
        observation, *_ = env.step(env.encode(QUESTION))
        assert observation["result_is_error"] and "not offered" in text_of(observation["result"])


def test_references_may_ask_and_need_no_annotation_for_it(root: Path, tmp_path: Path) -> None:
    tasks = load_tasks(["os/ask"], root)
    assert not_proven(prove(tasks, FakeProvider(), 2, tmp_path / "proof", Silence())) == {}
    assert [finding.kind for finding in audit(tasks) if finding.kind.startswith("tool")] == []


def test_tasks_show_tells_what_the_user_knows(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["tasks", "show", "os/ask"]) == 0
    assert "the user knows: The word is done." in capsys.readouterr().out
    assert call(["tasks", "show", "os/ask", "--json"]) == 0
    [shown] = json.loads(capsys.readouterr().out)
    assert shown["user"]["knowledge"] == [{"keywords": ["word", "which"], "answer": "The word is done."}]


def test_a_question_is_private_and_that_one_was_asked_is_not() -> None:
    event = {
        "event": "step",
        "step": 1,
        "action": QUESTION.model_dump(mode="json"),
        "result": {"text": "done"},
    }
    redacted = Redactor(()).event(event)
    assert redacted["action"]["name"] == "ask_user"
    assert redacted["action"]["arguments"] == {"question": "[redacted: 11 characters]"}
    assert redacted["result"] == {"text": "[redacted: 4 characters]"}
