"""The examples in the docstrings of the agent protocol and its declaration run."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.agents.contract import AgentOptions, AgentSpec
from controller.agents.osworld import adapt_osworld
from controller.core.actions import Terminate
from controller.core.agent import Agent, EpisodeContext
from controller.core.observation import Observation
from testbed.errors import UsageError
from tests.docstring_examples import run_example


def test_the_example_of_an_agent_solves_a_task(tasks_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    agent: Agent = run_example(Agent)["NoteWriter"]()
    with DesktopEnv("os/write_note", provider="fake") as env:
        _, info = env.reset()
        terminated, reward = False, 0.0
        while not terminated:
            for action in agent.act(info["observation"], list(info["tools"])).actions:
                _, reward, terminated, _, info = env.step(env.encode(action))
    assert (info["steps"], reward) == (2, 1.0)


def test_the_example_of_a_declaration_is_a_whole_agent() -> None:
    spec: AgentSpec = run_example(AgentSpec)["AGENT"]
    assert spec.describe(AgentOptions()).name == "quitter" and not spec.needs_model
    agent = spec.create(EpisodeContext("os/x", "x", 5, gui=True, seed=0), AgentOptions())
    observation = Observation(screenshot=b"", width=1280, height=720, windows=())
    assert agent.act(observation, []).actions == (Terminate(status="failure"),)


def test_an_agent_written_for_osworld_is_declared_in_one_line() -> None:
    class Clicker:
        def predict(self, instruction: str, obs: dict[str, object]) -> object:
            return f"I do: {instruction}", ["pyautogui.click(3, 4)", "DONE"]

    spec = adapt_osworld("clicker", lambda context, options: Clicker())
    assert spec.describe(AgentOptions(model="m")).model == "m"
    agent = spec.create(EpisodeContext("os/x", "x", 5, gui=True, seed=0), AgentOptions())
    decision = agent.act(Observation(screenshot=b"", width=1280, height=720, windows=()), [])
    assert [action.type for action in decision.actions] == ["program", "terminate"]
    with pytest.raises(UsageError, match="only uses mouse and keyboard"):
        spec.describe(AgentOptions(actions="mcp"))
