"""Every agent with a model on a guest without a screen: its model sees and reads of none, or the agent is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller.agents.registry import load_agent
from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.mistakes import MistakeKind, Mistakes
from plugins.mock_models.solver import Solver
from testbed import extension_points as points

pytestmark = pytest.mark.slow
TOML = """
instruction = "Write done into note.txt."
applications = ["os"]
snapshot = "headless"
tools = ["filesystem_write_file", "filesystem_read_text_file"]
"""
SOLVE = """
from testbed.actions import ToolCall

NOTE = "/home/user/note.txt"

def mcp():
    text = "d"
    for end in ("o", "n", "e", ""):
        yield ToolCall(name="filesystem_write_file", arguments={"path": NOTE, "content": text})
        seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": NOTE})
        text = seen.results[-1].text + end
"""
QWEN, SONNET = "qwen3-vl-32b-instruct", "claude-sonnet-5-5"
GROUNDING = ["--set", "grounding_model=ui-tars-1.5-7b"]
OPTIONS: dict[str, list[list[str]]] = {
    "agent_s": [["--model", QWEN, *GROUNDING]],
    "grounded": [["--model", QWEN, *GROUNDING]],
    "opencua": [
        ["--model", "opencua-32b"],
        ["--model", "opencua-72b", "--set", "cot=l3"],
    ],
    "paper": [["--model", SONNET], ["--model", SONNET, "--set", "fidelity=published"]],
    "pyautogui": [["--model", SONNET]],
    "qwen": [["--model", QWEN], ["--model", "qwen3.5-397b-a17b"]],
    "react": [["--model", SONNET]],
    "rounds": [["--model", SONNET]],
    "uitars": [["--model", "ui-tars-2"], ["--model", "ui-tars-1.5-7b"]],
}
"""Options of the agents that have no default model, in each form of their prompts."""
REFUSED = [("pyautogui", ["--model", SONNET]), ("uitars", ["--model", "ui-tars-1.5-7b"])]
"""Agents, with models for which they have no tools."""
WORDS = re.compile(
    r"(?<!\bno )\b(?:screen|screenshot|picture|image|mouse|click|pointer|cursor|desktop|pyautogui)", re.I
)
IMAGES = {"image", "image_url", "input_image", "inlineData", "inline_data"}


def with_models() -> list[str]:
    return sorted(name for name in points.AGENTS.names() if load_agent(name).needs_model)


CASES = [(agent, options) for agent in with_models() for options in OPTIONS.get(agent, [[]])]


@dataclass(frozen=True)
class Run:
    """What a run came to, and all that models were sent."""

    code: int
    requests: list[dict[str, Any]]
    results: list[dict[str, Any]]


Play = Callable[..., Run]


@pytest.fixture
def play(task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    task_folder("os/note", toml=TOML, solve=SOLVE)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))

    def play(agent: str, *options: str, mistakes: Mistakes | None = None) -> Run:
        command = ["run", "--agent", agent, "--task", "os/note", "--provider", "fake", "--display", "none"]
        command += ["--tool-filter", "oracle", "--out", str(tmp_path / "run"), *options]
        apis = [api for vendor in VENDORS.values() for api in vendor.apis()]
        solver = Solver(load_tasks(["os/note"], tmp_path / "tasks"), mistakes=mistakes)
        with ModelServer(apis, solver) as server:
            for vendor in VENDORS.values():
                for variable, value in vendor.environment(server.url).items():
                    monkeypatch.setenv(variable, value)
            code = call(command)
        assert [error.message for error in server.errors] == []
        results = [
            json.loads(path.read_text()) for path in (tmp_path / "run").glob("episodes/**/result.json")
        ]
        return Run(code, server.requests, results)

    return play


def images(value: Any) -> list[Any]:
    """The parts of a request that are pictures."""
    if isinstance(value, list):
        return [found for item in value for found in images(item)]
    if not isinstance(value, dict):
        return []
    own = [value] if value.get("type") in IMAGES or value.keys() & IMAGES else []
    return own + [found for item in value.values() for found in images(item)]


@pytest.mark.parametrize(("agent", "options"), CASES)
def test_models_are_shown_no_screen_and_read_of_none(
    agent: str, options: list[str], play: Play, tmp_path: Path
) -> None:
    played = play(agent, *options)
    if (agent, options) in REFUSED:
        assert played.code == 2 and played.requests == []
        assert not (tmp_path / "run").exists()
        return
    [result] = played.results
    assert (played.code, result["status"], result["score"]) == (0, "completed", 1.0)
    assert len(played.requests) > 8 and images(played.requests) == []
    text = json.dumps(played.requests)
    assert [text[match.start() - 80 : match.end() + 40] for match in WORDS.finditer(text)] == []


@pytest.mark.parametrize(("agent", "options"), [case for case in CASES if case not in REFUSED])
def test_an_unusable_answer_is_asked_for_again_in_the_models_form(
    agent: str, options: list[str], play: Play
) -> None:
    played = play(agent, *options, mistakes=Mistakes(0.3, seed=1, kinds=(MistakeKind.UNKNOWN_TOOL,)))
    [result] = played.results
    assert (result["status"], result["score"]) == ("completed", 1.0)
    assert len(played.requests) > 9


def test_an_agent_without_tools_is_refused_in_a_line(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("pyautogui", "--model", SONNET).code == 2
    message = " ".join(capsys.readouterr().err.split())
    assert (
        "the agent 'pyautogui' has mouse and keyboard alone, and the guest of os/note has no screen"
        in message
    )
    assert "use an agent that calls tools" in message


def test_a_run_without_tools_is_refused(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    played = play("anthropic", "--actions", "gui", "--tool-filter", "none")
    assert played.code == 2 and played.requests == []
    assert "use --actions mcp" in " ".join(capsys.readouterr().err.split())
