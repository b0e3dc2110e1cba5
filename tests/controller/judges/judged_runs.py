"""Runs with judges on fake guests, for tests: tasks with words, and a mock model that plays judges."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from controller.cli.main import call
from controller.judges.controls import CONTROLS, Control
from controller.metrics.run_loader import load_records
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from plugins.mock_models.base import MockRequest
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.turns import MockAnswer, ScriptItem
from plugins.tool_pools.judges import error_class, key_points, reference, rubric
from plugins.tool_pools.judges.rubric import CRITERIA

MODEL, OTHER = "gpt-4.1", "gpt-5-mini"
HEAD = 'instruction = "Write done into note.txt and tell me the price."\napplications = ["os"]\n'
POINTS = 'level = "L1"\nkey_points = ["It writes the note.", "It tells the price."]\n'
REFERENCE = 'level = "L2"\nreference = "99 euros"\n'
FUZZY = 'level = "L3"\nfuzzy = "The note, please."\ndependencies = "None."\n'
SOLVE = """
from controller.core.actions import Terminate, ToolCall

def mcp():
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
    yield Terminate(status="success", answer="It costs 99 euros.")
"""
FAILS: dict[str, Any] = {"reasoning": "No price.", "key_points": [True, False], "verdict": "failure"}
"""A judge's answer that os/hybrid fails."""
WordsTask = Callable[..., Path]


def tasks(task_folder: WordsTask) -> None:
    """Write the tasks: hybrid, of words alone, graded, and one of a script alone."""
    task_folder("os/hybrid", toml=HEAD + POINTS, solve=SOLVE)
    task_folder("os/words", toml=HEAD + REFERENCE, solve=SOLVE, check="")
    task_folder("os/graded", toml=HEAD + FUZZY, solve=SOLVE)
    task_folder("os/script", toml=HEAD, solve=SOLVE)


class Judges:
    """A mock model's script that plays judges: an answer for each kind of judge, again and again.

    It knows the control answers; `documents` are those of episodes, `controls` the others.
    """

    def __init__(self, **answers: Any) -> None:
        self.answers: dict[str, Any] = {
            "key_points": {"reasoning": "ok", "key_points": [True, True], "verdict": "success"},
            "reference": {"reasoning": "ok", "correct": True},
            "rubric": {"reasoning": "ok", **dict.fromkeys(CRITERIA, 8)},
            "error_class": {"reasoning": "ok", "error": "none"},
            **answers,
        }
        self.documents: list[dict[str, Any]] = []
        self.controls: list[dict[str, Any]] = []

    def __call__(self, request: MockRequest) -> ScriptItem:
        system, user = (message["content"] for message in request.body["messages"][:2])
        judges = (error_class.JUDGE, key_points.JUDGE, reference.JUDGE, rubric.JUDGE)
        prompts = {judge.prompt: judge.name for judge in judges}
        if control := control_of(json.loads(user)):
            self.controls.append(json.loads(user))
            return MockAnswer(text=json.dumps(verdict_on(prompts[system], passes=control.passes)))
        self.documents.append(json.loads(user))
        answer = self.answers[prompts[system]]
        answer = answer(self.documents[-1]) if callable(answer) else answer
        return answer if not isinstance(answer, dict | str) else MockAnswer(text=_text(answer))


def control_of(document: dict[str, Any]) -> Control | None:
    """Return the control answer that a judge is asked about; None for an episode."""
    for control in CONTROLS:
        case = control.case
        if (document["task"], document["answer"]) == (case.task, case.answer):
            return control
    return None


def verdict_on(judge: str, *, passes: bool) -> dict[str, Any]:
    """The answer of a judge to a control with two key points."""
    if judge == "reference":
        return {"reasoning": "ok", "correct": passes}
    return {"reasoning": "ok", "key_points": [passes, passes], "verdict": "success" if passes else "failure"}


def _text(answer: dict[str, Any] | str) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)


def run(server: ChatServer | None, *more: str, task: Sequence[str] = ("os/*",), out: str = "made") -> int:
    command = [
        "run",
        "--provider",
        "fake",
        "--display",
        "none",
        "--agent",
        "oracle",
        "--guests",
        "1",
        "--tool-filter",
        "all",
    ]
    command += [part for name in task for part in ("--task", name)]
    if server is not None:
        command += ["--judge", MODEL, "--judge-base-url", f"{server.url}/v1"]
    return call([*command, "--out", out, *more])


def judge(server: ChatServer, *more: str, model: str = OTHER, out: str = "made") -> int:
    return call(["judge", out, "--judge", model, "--judge-base-url", f"{server.url}/v1", *more])


def results(out: str = "made") -> dict[str, EpisodeResult]:
    return {key[0]: result for key, result in RunRecords.open(Path(out)).results().items()}


def scores(*, later: bool = True) -> dict[str, float | None]:
    """Return the tasks' scores in a run without damage; with `later` those of rechecks."""
    loaded = load_records(RunRecords.open(Path("made")), rechecks=later)
    assert loaded.damage == ()
    return {key[0]: result.score for key, result in loaded.results.items()}
