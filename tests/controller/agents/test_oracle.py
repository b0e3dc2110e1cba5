from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.agents import registry
from controller.agents.builtin.oracle import begin_late
from controller.agents.contract import AgentOptions
from controller.core.actions import Screenshot, Terminate, Wait
from controller.core.agent import Agent, EpisodeContext
from controller.core.observation import Observation
from controller.tasks.solutions import reference_solutions, wrong_results
from testbed.errors import AgentError, UsageError
from testbed.extension_points import AGENTS

ASSIGNMENT = EpisodeContext(task_id="os/note", instruction="x", max_steps=5, gui=True, seed=0)
SEEN = Observation(screenshot=b"", width=1, height=1, windows=())
SOLVE = """
from controller.core.actions import Screenshot, Terminate, Wait

def mcp():
    yield Wait(seconds=1)

def gui():
    observation = yield Screenshot()
    assert observation.width == 1
    yield Terminate(status="success", answer="42")

def wrong_one(guest):
    yield Wait(seconds=1)

def helper():
    return 1
"""


def oracle(folder: Path, **options: object) -> Agent:
    return registry.load_agent("oracle").create(ASSIGNMENT, AgentOptions(task_folder=folder, **options))  # type: ignore[arg-type]


def test_the_solution_is_played_and_ended(task_folder: Callable[..., Path]) -> None:
    agent = oracle(task_folder(solve=SOLVE))
    assert agent.act(SEEN, []).actions == (Wait(seconds=1),)
    assert agent.act(SEEN, []).actions == (Terminate(status="success"),)


def test_the_actions_allowed_choose_the_reference(task_folder: Callable[..., Path]) -> None:
    folder = task_folder(solve=SOLVE)
    assert oracle(folder, actions="gui").act(SEEN, []).actions == (Screenshot(),)
    agent = oracle(folder, variant="gui")
    agent.act(SEEN, [])
    assert agent.act(SEEN, []).actions == (Terminate(status="success", answer="42"),)


@pytest.mark.parametrize("variant", ["", "mcp", "gui"])
def test_an_infeasible_task_is_called_so(task_folder: Callable[..., Path], variant: str) -> None:
    agent = oracle(task_folder(), feasible=False, variant=variant)
    assert agent.act(SEEN, []).actions == (Terminate(status="failure"),)


def test_without_a_reference_there_is_no_oracle(task_folder: Callable[..., Path]) -> None:
    with pytest.raises(AgentError, match="os/note has no mcp or gui reference"):
        oracle(task_folder())
    with pytest.raises(AgentError, match="os/note has no mcp reference"):
        oracle(task_folder(solve="def gui():\n    yield\n"), variant="mcp")


def test_a_solution_that_raises_is_the_agents_fault(task_folder: Callable[..., Path]) -> None:
    agent = oracle(task_folder(solve="def gui():\n    assert False, 'no such window'\n    yield\n"))
    with pytest.raises(AgentError, match="no such window"):
        agent.act(SEEN, [])


def test_solutions_and_wrong_results_are_found_by_name(task_folder: Callable[..., Path]) -> None:
    folder = task_folder(solve=SOLVE)
    assert list(reference_solutions(folder)) == ["mcp", "gui"]
    assert list(wrong_results(folder)) == ["one"]
    (folder / "solve.py").unlink()
    assert reference_solutions(folder) == {} and wrong_results(folder) == {}


def test_a_solution_begins_late_and_may_be_nothing() -> None:
    starts = []
    solution = begin_late(lambda: starts.append(1))
    assert starts == []
    assert list(solution) == [] and starts == [1]


@pytest.mark.parametrize("name", AGENTS.own_names())
def test_every_agent_has_the_two_functions(name: str) -> None:
    spec = registry.load_agent(name)
    assert callable(spec.create) and callable(spec.describe) and spec.headline


def test_an_unknown_agent_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        registry.parse_name("noob:x")
    assert "did you mean 'noop'" in caught.value.hint
    assert registry.parse_name("oracle:gui") == ("oracle", "gui")
