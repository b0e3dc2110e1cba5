"""The agents `react` and `rounds` play tasks with the mock model's reference solutions, from first message to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.tasks.selection import load_tasks
from controller.tool_filter.builtin.router import EXECUTE
from plugins.mock_models.mistakes import MistakeKind, Mistakes
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.tool_pools.agents.rounds.text_protocol import UNFINISHED

AGENTS = ("react", "rounds")
SUM_CHECK = """
from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    try:
        text = guest.read_file("/home/user/sum.txt").decode()
    except FileNotFoundError:
        return Score.all_of(claim("there is a sum.txt", False))
    return Score.all_of(claim("it has 42", text == "42", text))
"""
SUM_SOLVE = """
from testbed.actions import Terminate, ToolCall
from testbed.tasks import Solution


def mcp() -> Solution:
    seen = yield ToolCall(name="calculator_calculate", arguments={"expression": "19+23"})
    total = seen.results[-1].text
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/sum.txt", "content": total})
    yield Terminate(status="success", answer=f"It is {total}.")
"""
SUM = """
instruction = "Add 19 and 23 with the calculator, write the sum into sum.txt in the home folder, and tell it."
applications = ["os"]
servers = ["calculator"]
snapshot = "headless"
tools = ["calculator_calculate", "filesystem_write_file"]
"""
LONG_SOLVE = """
from testbed.actions import Terminate, ToolCall
from testbed.tasks import Solution

TEXT = "x" * 6000 + "42"


def mcp() -> Solution:
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/long.txt", "content": TEXT})
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": "/home/user/long.txt"})
    total = seen.results[-1].text.removeprefix("x" * 6000)
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/sum.txt", "content": total})
"""
HOPELESS = """
instruction = "Print the sum on the printer that this computer does not have."
applications = ["os"]
feasible = false
twin = "sums/add"
servers = ["calculator"]
snapshot = "headless"
"""
HOPELESS_CHECK = """
from checkers import GuestView, Score, claim


def check(guest: GuestView) -> Score:
    printed = guest.run(["test", "-e", "/home/user/printed.txt"], check=False).exit_code == 0
    return Score.all_of(claim("nothing was made up", not printed))
"""
TaskFolder = Callable[..., Path]


@pytest.fixture
def tasks(tmp_path: Path, task_folder: TaskFolder, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Headless tasks: two that can be done, the second with a long result, and one that cannot."""
    task_folder("sums/add", SUM, SUM_CHECK, SUM_SOLVE)
    task_folder("sums/long", SUM.replace("Add", "After a long text, add"), SUM_CHECK, LONG_SOLVE)
    task_folder("sums/hopeless", HOPELESS, HOPELESS_CHECK)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return tmp_path / "tasks"


@pytest.mark.parametrize("tool_filter", ["oracle", "all", "router"])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_headless_task_with_an_answer(agent: str, tool_filter: str, tasks: Path, tmp_path: Path) -> None:
    played = Played(agent, tasks, tmp_path / "run", "sums/add", "--tool-filter", tool_filter)
    assert (played.result["status"], played.result["score"]) == ("completed", 1.0)
    assert played.result["answer"] == "It is 42."
    assert played.calls == ["calculator_calculate", "filesystem_write_file"]
    assert played.leniencies == set()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_solution_reads_the_whole_of_a_long_result(agent: str, tasks: Path, tmp_path: Path) -> None:
    played = Played(agent, tasks, tmp_path / "run", "sums/long")
    assert played.result["score"] == 1.0
    assert played.compressed == ([2] if agent == "rounds" else [])


@pytest.mark.parametrize("agent", AGENTS)
def test_an_infeasible_task(agent: str, tasks: Path, tmp_path: Path) -> None:
    played = Played(agent, tasks, tmp_path / "run", "sums/hopeless")
    assert (played.result["status"], played.result["score"]) == ("completed", 1.0)


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("kind", [MistakeKind.UNKNOWN_TOOL, MistakeKind.INVALID_CALL, MistakeKind.PROSE])
def test_mistakes(agent: str, kind: MistakeKind, tasks: Path, tmp_path: Path) -> None:
    """The solution goes on after mistakes, with the results that it needs."""
    mistakes = Mistakes(0.5, seed=2, kinds=(kind,))
    played = Played(agent, tasks, tmp_path / "run", "sums/add", mistakes=mistakes)
    assert played.made == {kind} and played.result["score"] == 1.0
    assert played.result["answer"] == "It is 42."


def test_rounds_that_are_spent_end_with_an_answer(tasks: Path, tmp_path: Path) -> None:
    played = Played("rounds", tasks, tmp_path / "run", "sums/add", "--set", "rounds=1")
    assert (played.result["score"], played.result["answer"]) == (0.0, UNFINISHED)


class Played:
    """A finished run of one episode against the mock model."""

    def __init__(
        self, agent: str, root: Path, out: Path, task: str, *more: str, mistakes: Mistakes | None = None
    ) -> None:
        solver = Solver(load_tasks(["sums/add", "sums/hopeless", "sums/long"], root), mistakes=mistakes)
        with ChatServer(solver) as server:
            words = ["run", "--agent", agent, "--model", "qwen3-vl-32b-instruct", "--task", task]
            words += ["--base-url", f"{server.url}/v1", "--provider", "fake", "--guests", "1"]
            assert call([*words, "--display", "none", "--out", str(out), *more]) == 0
            assert [error.message for error in server.errors] == []
        self.made = {*solver.made}
        [result] = out.glob("episodes/**/result.json")
        [events] = out.glob("episodes/**/events.jsonl")
        self.result: dict[str, Any] = json.loads(result.read_text())
        self.events = [json.loads(line) for line in events.read_text().splitlines()]

    @property
    def calls(self) -> list[str]:
        """The names of the guest's tools that were called."""
        actions = [event["action"] for event in self.events if event["event"] == "step"]
        calls = [action for action in actions if action["type"] == "tool_call"]
        return [call["arguments"]["tool"] if call["name"] == EXECUTE.name else call["name"] for call in calls]

    @property
    def decisions(self) -> list[dict[str, Any]]:
        return [event["details"] for event in self.events if event["event"] == "decision"]

    @property
    def leniencies(self) -> set[str]:
        return {code for details in self.decisions for code in details["leniencies"]}

    @property
    def compressed(self) -> list[int]:
        """The rounds whose results were shortened."""
        return [number for number, details in enumerate(self.decisions) if details.get("compressed")]
