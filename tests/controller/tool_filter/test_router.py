"""The tool filter `router`: what its two tools do, and what an episode with them counts and records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.agents.paper_protocol.parse import COMPUTER
from controller.agents.registry import parse_name
from controller.cli.main import call
from controller.core.actions import Terminate, ToolCall
from controller.episode.desktop import Desktop
from controller.guests.fake.provider import FakeProvider
from controller.tasks.selection import load_tasks
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.builtin.router import EXECUTE, MAX_RESULTS, ROUTE, RoutedTools
from controller.tool_filter.registry import make_filter
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import MockAnswer
from testbed.errors import UsageError
from tests.controller.agents.paper_talk import call_text
from tests.controller.tool_filter.test_filters import catalogue

TASKS = Path(__file__).parents[1] / "data" / "tasks"
MODEL = "claude-sonnet-5-5"
WRITE = {"path": "/home/user/note.txt", "content": "done\n"}


def execute(tool: Any, arguments: Any = None) -> ToolCall:
    return ToolCall(name="execute", arguments={"tool": tool, "arguments": arguments})


@pytest.fixture
def desktop() -> Desktop:
    made = Desktop(FakeProvider().start(), make_filter("router"))
    assert made.select_tools(FilterRequest("Write a note.")) == [EXECUTE, ROUTE]
    return made


def test_route_shows_the_best_tools_with_their_parameters() -> None:
    shown = RoutedTools(catalogue()).route({"query": "sort the playlist"})
    *lines, more = shown.text.splitlines()
    assert len(lines) == MAX_RESULTS
    first = json.loads(lines[0])
    assert first.pop("name").endswith(".sort_playlist")
    assert first == {"description": "sort the playlist", "parameters": {"properties": {"playlist": {}}}}
    assert "more match" in more
    assert not shown.is_error


def test_route_says_when_nothing_matches_or_nothing_is_asked() -> None:
    pool = RoutedTools(catalogue())
    assert pool.route({"query": "xyzzy"}).text.startswith("No tool matches 'xyzzy'.")
    for wrong in ({}, {"query": " "}, {"query": 3}):
        assert pool.route(wrong).is_error


def test_execute_comes_to_the_tools_own_call(desktop: Desktop) -> None:
    action = desktop.resolve(execute("filesystem_write_file", WRITE))
    assert action == ToolCall(name="filesystem_write_file", arguments=WRITE)
    assert isinstance(action, ToolCall)
    assert not desktop.act(action).is_error
    assert desktop.resolve(execute("fake_text_editor.save")) == ToolCall(name="fake_text_editor.save")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (execute("rm_rf"), "there is no tool 'rm_rf'"),
        (execute("computer.click", {"x": 1, "y": 1}), "there is no tool 'computer.click'"),
        (execute(None), "there is no tool 'None'"),
        (execute("fake_text_editor.save", [1]), "execute needs `arguments`"),
        (ToolCall(name="nope"), "not offered. Tools offered now: execute, route."),
    ],
)
def test_what_cannot_be_executed_is_said(desktop: Desktop, call: ToolCall, said: str) -> None:
    action = desktop.resolve(call)
    assert action == call
    assert said in desktop.refusal(action)
    assert isinstance(action, ToolCall)
    assert desktop.act(action).is_error


def test_without_the_filter_there_is_no_router() -> None:
    desktop = Desktop(FakeProvider().start(), make_filter("all"))
    desktop.select_tools(FilterRequest("Write a note."))
    call = execute("filesystem_write_file", WRITE)
    assert desktop.resolve(call) == call
    assert "not offered" in desktop.refusal(call)
    assert "not offered" in desktop.refusal(ToolCall(name="route", arguments={"query": "write"}))


def test_no_agent_is_called_router() -> None:
    with pytest.raises(UsageError, match=r"not an agent\nhint: use any agent with --tool-filter router"):
        parse_name("router")


def run(out: Path, server: AnthropicServer, agent: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    command = ["run", "--agent", agent, "--model", MODEL, "--base-url", server.url, "--provider", "fake"]
    options = ["--task", "os/write_note", "--tool-filter", "router", "--guests", "1", "--display", "none"]
    assert call([*command, *options, "--out", str(out)]) == 0
    assert [error.message for error in server.errors] == []
    [path] = out.glob("episodes/**/result.json")
    return json.loads(path.read_text())


def test_a_search_is_a_step_and_no_tool_call(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = [
        call_text({"query": "write a text file"}, "route"),
        call_text({"tool": "filesystem_write", "arguments": WRITE}, "execute"),
        call_text({"tool": "filesystem_write_file", "arguments": WRITE}, "execute"),
        call_text({"action": "terminate", "status": "success"}, COMPUTER),
    ]
    with AnthropicServer([MockAnswer(text=text) for text in answers]) as server:
        result = run(tmp_path / "run", server, "paper", monkeypatch)
    assert (result["status"], result["score"]) == ("completed", 1.0)
    assert (result["steps"], result["tool_calls"], result["gui_actions"]) == (4, 1, 0)
    assert '"name": "filesystem_write_file"' in server.requests[1]["messages"][0]["content"][0]["text"]
    [path] = (tmp_path / "run").glob("episodes/*/*/*/events.jsonl")
    events = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["names"] for event in events if event["event"] == "tools"] == [["execute", "route"]]
    steps = [event for event in events if event["event"] == "step"]
    assert [step["action"].get("name") for step in steps] == [
        "route",
        "execute",
        "filesystem_write_file",
        None,
    ]
    assert [step["refused"] for step in steps] == [False, True, False, False]
    decided = [event["actions"][0] for event in events if event["event"] == "decision"]
    assert decided[2]["arguments"]["tool"] == "filesystem_write_file"
    assert decided[3] == Terminate(status="success").model_dump()


@pytest.mark.parametrize("agent", ["anthropic", "paper"])
def test_the_router_works_with_any_agent(agent: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with AnthropicServer(Solver(load_tasks(["os/write_note"], TASKS))) as server:
        result = run(tmp_path / "run", server, agent, monkeypatch)
    assert (result["status"], result["score"], result["tool_calls"]) == ("completed", 1.0, 1)
