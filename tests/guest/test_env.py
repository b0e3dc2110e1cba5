"""The Gymnasium environment on real guests: real tasks, driven by their reference solutions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.agents.builtin.oracle import SolutionAgent, begin_late
from controller.core.actions import Terminate
from controller.tasks.selection import tasks_root
from controller.tasks.solutions import reference_solutions
from tests.pictures import assert_same_picture, difference

pytestmark = pytest.mark.guest

TASKS = ("libreoffice_calc/sort_attendees", "os/quiet_presentation")


@pytest.fixture(scope="module")
def env() -> Iterator[DesktopEnv]:
    with DesktopEnv(TASKS, "nspawn", steps=30, render_mode="rgb_array") as env:
        yield env


def play(env: DesktopEnv, task: str, variant: str) -> dict[str, Any]:
    """Play a reference solution through the action space; the last step's info."""
    agent = SolutionAgent(begin_late(reference_solutions(tasks_root() / task)[variant]), feasible=True)
    before, info = env.reset(options={"task": task})
    over = False
    while not over:
        (action,) = agent.act(info["observation"], list(info["tools"])).actions
        seen, reward, terminated, truncated, info = env.step(env.encode(action))
        assert seen in env.observation_space and not seen["result_is_error"], info["results"]
        over = terminated or truncated
    assert terminated and reward == info["score"]
    assert difference(before["screenshot"], seen["screenshot"]) is not None
    return info


@pytest.mark.parametrize(("task", "variant"), [(TASKS[0], "gui"), (TASKS[1], "mcp"), (TASKS[0], "mcp")])
def test_a_reference_solution_is_rewarded(env: DesktopEnv, task: str, variant: str) -> None:
    info = play(env, task, variant)
    assert info["score"] == 1.0, info["claims"]
    assert all(claim["holds"] for claim in info["claims"])


@pytest.mark.core
def test_what_the_episode_before_did_is_gone(env: DesktopEnv) -> None:
    play(env, TASKS[1], "mcp")
    seen, info = env.reset(options={"task": TASKS[1]})
    picture = env.render()
    assert picture is not None
    assert_same_picture(picture, seen["screenshot"])
    assert len(info["tools"]) == len(env.tools) == 158
    *_, terminated, _, info = env.step(env.encode(Terminate(status="success")))
    assert terminated and info["score"] == 0.0


def test_episodes_of_the_environment_are_recorded(tmp_path: Path) -> None:
    with DesktopEnv(TASKS[1], "nspawn", actions="gui", records=tmp_path) as env:
        env.reset()
        env.step(env.encode(Terminate(status="failure")))
    assert (tmp_path / TASKS[1] / "1" / "events.jsonl").is_file()
