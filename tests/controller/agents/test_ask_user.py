"""A task with a user to ask, played by the agents that can call tools, with mouse and keyboard too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.solver import Solver

TOML = """
instruction = "Write the word that I tell you into the note that is open, and save it."
applications = ["os"]
tools = ["filesystem_write_file"]

[[setup]]
copy = "note.txt"
to = "/home/user/note.txt"

[[setup]]
open = "text_editor"
files = ["/home/user/note.txt"]
window = '^note'
"""
SOLVE = """
from testbed.actions import Click, Key, ToolCall, TypeText

ASK = ToolCall(name="ask_user", arguments={"question": "Which word?"})

def mcp():
    yield ASK
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})

def gui():
    yield ASK
    yield Click(x=640, y=360)
    yield TypeText(text="done")
    yield Key(keys=("ctrl", "s"))
"""
USER = '[[fact]]\nkeywords = ["word"]\nanswer = "The word is done."\n'
OPEN = "qwen3-vl-32b-instruct"
AGENTS = {
    "anthropic": "",
    "openai": "",
    "google": "",
    "paper": OPEN,
    "agent_s": OPEN,
    "qwen": OPEN,
    "uitars": "ui-tars-2",
    "opencua": "opencua-32b",
}


@pytest.mark.slow
@pytest.mark.parametrize("actions", ["gui", "gui+mcp"])
@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_asks(
    agent: str,
    actions: str,
    task_folder: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = task_folder("os/ask", toml=TOML, solve=SOLVE)
    (folder / "user.toml").write_text(USER)
    (folder / "note.txt").touch()
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    command = ["run", "--agent", agent, "--task", "os/ask", "--provider", "fake", "--display", "none"]
    command += ["--actions", actions, "--tool-filter", "all", "--out", str(tmp_path / "run")]
    model = ["--model", AGENTS[agent]] if AGENTS[agent] else []
    if agent == "agent_s":
        model += ["--set", "grounding_model=ui-tars-1.5-7b"]
    apis = [api for vendor in VENDORS.values() for api in vendor.apis()]
    with ModelServer(apis, Solver(load_tasks(["os/ask"], tmp_path / "tasks"))) as server:
        for vendor in VENDORS.values():
            for variable, value in vendor.environment(server.url).items():
                monkeypatch.setenv(variable, value)
        assert call([*command, *model]) == 0
    assert [error.message for error in server.errors] == []
    [path] = (tmp_path / "run").glob("episodes/**/result.json")
    result = json.loads(path.read_text())
    assert (result["status"], result["score"], result["parts"]["user"]) == ("completed", 1.0, 1)
    assert result["tool_calls"] == (0 if actions == "gui" else 1)
