"""The tool filter `search`: the model finds the tools by its vendor's own search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.cli.main import call
from controller.core.guest import Tool
from controller.guests.fake.provider import FakeProvider
from controller.tasks.selection import load_tasks
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.registry import make_filter, max_tools
from controller.tool_filter.servers import pool_tools
from plugins.mock_models.anthropic_messages import AnthropicMessages, reply, use
from plugins.mock_models.anthropic_messages import search as claude_search
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.base import ModelServer, Script
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.solver import Solver
from testbed.errors import UsageError
from tests.controller.tool_filter.test_filters import catalogue

TASKS = Path(__file__).parents[1] / "data" / "tasks"
SOLVED = ("os/add_total", "os/print_note", "os/write_note")
WRITE = {"path": "/home/user/note.txt", "content": "done\n"}
Printed = pytest.CaptureFixture[str]


@contextmanager
def serving(script: Script, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A server of all APIs, to which the agents of runs come."""
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ModelServer([AnthropicMessages(KEY), OpenAIResponses(KEY), OpenAIChat(KEY)], script) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        yield server


def run(out: Path, agent: str, *more: str, tasks: tuple[str, ...] = SOLVED) -> int:
    command = ["run", "--agent", agent, "--provider", "fake", "--guests", "1"]
    chosen = [part for task in tasks for part in ("--task", task)]
    shown = ["--tool-filter", "search", "--display", "none", "--out", str(out)]
    return call([*command, *chosen, *shown, *more])


def read(out: Path, pattern: str) -> list[Any]:
    return [json.loads(path.read_text()) for path in sorted(out.glob(pattern))]


def decisions(out: Path, task: str) -> list[Any]:
    [path] = out.glob(f"episodes/{task}/*/events.jsonl")
    events = [json.loads(line) for line in path.read_text().splitlines()]
    return [event for event in events if event["event"] == "decision"]


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key not in ("seconds", "timings", "guest")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "more"),
    [
        ("anthropic", ()),
        ("anthropic", ("--set", "tool_search=regex", "--set", "stream=false")),
        ("anthropic", ("--model", "claude-opus-4-5", "--actions", "mcp")),
        ("openai", ()),
        ("openai", ("--model", "gpt-5.4", "--set", "computer=functions")),
    ],
)
def test_whole_episodes_are_played_through_the_search_and_replayed(
    agent: str, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    out, again = tmp_path / "run", tmp_path / "again"
    with serving(Solver(load_tasks(SOLVED, TASKS)), monkeypatch) as server:
        assert run(out, agent, *more) == 0
        assert [error.message for error in server.errors] == []
    results = read(out, "episodes/**/result.json")
    assert [(result["status"], result["score"]) for result in results] == [("completed", 1.0)] * 3

    [add, text, *_] = decisions(out, "os/add_total")
    [search] = add["details"]["searches"]
    assert "fake_arithmetic.add" in search["found"]
    assert search["query"]
    assert [action["name"] for action in add["actions"]] == ["fake_arithmetic.add"]
    assert [action["name"] for action in text["actions"]] == ["fake_text_editor.set_text"]
    asked = [one for event in decisions(out, "os/add_total") for one in event["details"]["searches"]]
    assert 1 <= len(asked) <= 3  # what was found before is called without another

    [tools] = read(out, "tools.json")
    offered = sorted(tool["name"] for tool in tools if not tool["name"].startswith("computer."))
    [path] = out.glob("episodes/os/add_total/*/events.jsonl")
    events = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["names"] for event in events if event["event"] == "tools"] == [offered]

    [summary] = read(out, "summary.json")
    behavior = summary["overall"]["behavior"]
    assert behavior["searches"] == sum(
        len(event["details"]["searches"]) for task in SOLVED for event in decisions(out, task)
    )
    steps = sum(result["steps"] for result in results)
    assert behavior["gui_steps"] + behavior["tool_steps"] + behavior["terminate_steps"] == steps

    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.delenv("OPENAI_API_KEY")
    assert call(["run", "--replay", str(out), "--out", str(again), "--display", "none"]) == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording" in capsys.readouterr().err
    assert list(map(timeless, read(again, "episodes/**/result.json"))) == list(map(timeless, results))
    assert [event["details"] for event in decisions(again, "os/add_total")] == [
        event["details"] for event in decisions(out, "os/add_total")
    ]


def test_searches_are_no_steps_and_no_tool_calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = [
        reply(*claude_search("fly"), *claude_search("file", "filesystem_write_file")),
        reply(use("filesystem_write_file", WRITE)),
        reply(use("terminate", {"status": "success"})),
    ]
    with serving(script, monkeypatch):
        assert run(tmp_path / "run", "anthropic", tasks=("os/write_note",)) == 0
    [result] = read(tmp_path / "run", "episodes/**/result.json")
    assert (result["score"], result["steps"], result["tool_calls"]) == (1.0, 2, 1)
    [summary] = read(tmp_path / "run", "summary.json")
    behavior = summary["overall"]["behavior"]
    assert (behavior["searches"], behavior["calls"], behavior["unusable"]) == (2, 1, 1)


@pytest.mark.parametrize(
    ("agent", "more", "said"),
    [
        ("oracle", (), "the agent 'oracle' cannot leave the search for tools to its model"),
        ("paper", (), "one of the agents anthropic, openai"),
        ("openai", ("--set", "api=chat"), "Chat Completions has no tool search"),
        ("openai", ("--model", "gpt-5"), "gpt-5 has no tool search"),
        ("anthropic", ("--model", "claude-opus-4-1"), "does not support claude-opus-4-1"),
        ("anthropic", ("--tool-budget", "5"), "the tool filter search takes no budget"),
    ],
)
def test_who_cannot_search_is_refused_before_a_guest_starts(
    agent: str,
    more: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: Printed,
) -> None:
    with serving([], monkeypatch):
        assert run(tmp_path / "run", agent, *more) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert said in printed
    assert not (tmp_path / "run").exists()


def test_the_mouse_alone_needs_no_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serving([reply(use("terminate", {"status": "success"}))], monkeypatch) as server:
        out = tmp_path / "run"
        assert run(out, "anthropic", "--actions", "gui", tasks=("os/write_note",)) == 0
        assert [tool.get("name") for tool in server.requests[0]["tools"]] == [None, "terminate"]
    assert "search for what you need" not in (out / "run.json").read_text()


def test_the_tools_of_a_tasks_servers_count_before_a_guest_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    folder = tmp_path / "tasks/os/many"
    folder.mkdir(parents=True)
    names = [name for name in pool_tools() if name != "chess"]
    servers = ", ".join(f'"{name}"' for name in names)
    head = 'instruction = "Do it."\napplications = ["os"]\nsnapshot = "headless"\n'
    (folder / "task.toml").write_text(f"{head}servers = [{servers}]\n")
    (folder / "check.py").write_text("def check(guest): ...\n")
    count = 26 + sum(len(pool_tools()[name]) for name in names)
    with serving([], monkeypatch):
        monkeypatch.setattr(FakeProvider, "name", "nspawn")
        monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
        options = (
            "--agent",
            "openai",
            "--tool-filter",
            "all",
            "--actions",
            "mcp",
            "--out",
            str(tmp_path / "run"),
        )
        assert call(["run", "--provider", "fake", *options]) == 2
        printed = " ".join(capsys.readouterr().err.split())
        assert (
            f"{count + 1} tools are to be offered ({count} of the guest), and the API takes at most 128"
            in printed
        )
        assert not (tmp_path / "run").exists()


def test_clients_and_environments_have_no_model_that_searches(capsys: Printed) -> None:
    assert call(["serve", "--tool-filter", "search", "--provider", "fake"]) == 2
    assert "works only between a testbed agent and its model" in " ".join(capsys.readouterr().err.split())
    with pytest.raises(UsageError, match="works only between a testbed agent and its model"):
        DesktopEnv(provider=FakeProvider(), tool_filter="search")


def test_it_is_not_measured_without_a_model(capsys: Printed) -> None:
    assert call(["tools", "eval", "--filter", "search"]) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert "the tool filter search cannot be evaluated without a model" in printed


def test_a_study_knows_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed) -> None:
    study = tmp_path / "study.toml"
    study.write_text('agents = ["anthropic"]\nfilters = ["rag", "search"]\ntasks = {limit = 1}\n')
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    command = ["study", str(study), "--provider", "fake", "--out", str(tmp_path / "out"), "--dry-run"]
    assert call(command) == 0
    assert "2 runs of 1 tasks" in " ".join(capsys.readouterr().out.split())
    study.write_text('agents = ["anthropic", "paper"]\nfilters = ["search"]\n')
    assert call(command) == 2
    assert "the agent 'paper' cannot leave the search" in " ".join(capsys.readouterr().err.split())


def test_all_tools_are_offered_to_the_search() -> None:
    assert make_filter("search").choose(catalogue(), FilterRequest("Write a note.")) == make_filter(
        "all"
    ).choose(catalogue(), FilterRequest("Write a note."))


@pytest.mark.parametrize(
    ("name", "budget", "most"),
    [
        ("all", "", 6),
        ("search", "", 6),
        ("app", "", 3),
        ("oracle", "", 2),
        ("rag", "", 6),
        ("rag", "4", 4),
        ("bm25", "100", 6),
        ("rag", "4000t", 0),
        ("distractors", "4", 4),
        ("distractors", "1", 2),
        ("distractors", "4000t", 0),
        ("none", "", 0),
        ("router", "", 0),
    ],
)
def test_how_many_tools_a_filter_offers_is_known_where_it_can_be(name: str, budget: str, most: int) -> None:
    tools = [
        Tool(f"{app}{number}", "", {}, app) for app in ("a", "b", "c") for number in range(ord(app) - 96)
    ]
    annotated = [("a0", "b1"), ("a0", "gone"), ()]
    assert max_tools(name, budget, tools, annotated) == most


def test_all_tools_are_too_many_for_openai_before_a_guest_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    with serving([], monkeypatch) as server:
        monkeypatch.setattr(FakeProvider, "name", "nspawn")
        assert run(tmp_path / "run", "openai", "--tool-filter", "all") == 2
        printed = " ".join(capsys.readouterr().err.split())
        assert "160 tools are to be offered (158 of the guest), and the API takes at most 128" in printed
        assert "use --tool-filter rag or router, or search, or --calling prompt;" in printed
        assert not (tmp_path / "run").exists()
        assert server.requests == []
