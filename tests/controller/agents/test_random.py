from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.agents import registry
from controller.agents.contract import AgentOptions
from controller.cli.main import call
from controller.core.actions import Click, GuiAction, Scroll, ToolCall
from controller.core.agent import EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation

TASKS = Path(__file__).parents[1] / "data" / "tasks"
SEEN = Observation(screenshot=b"", width=40, height=30, windows=())
TOOLS = [
    Tool(name="a.free", description="", input_schema={"type": "object"}, app="os"),
    Tool(name="a.needs", description="", input_schema={"type": "object", "required": ["x"]}, app="os"),
]


def draw(seed: int, *, gui: bool = True, tools: list[Tool] = TOOLS) -> list[object]:
    context = EpisodeContext(task_id="os/x", instruction="x", max_steps=5, gui=gui, seed=seed)
    agent = registry.load_agent("random").create(context, AgentOptions())
    return [agent.act(SEEN, tools).actions[0] for _ in range(300)]


def test_the_seed_decides() -> None:
    assert draw(1) == draw(1) != draw(2)


def test_every_kind_of_action_is_drawn_and_stays_on_the_screen() -> None:
    actions = draw(3)
    assert len({type(action) for action in actions}) == 5
    assert all(a.x < 40 and a.y < 30 for a in actions if isinstance(a, Click | Scroll))
    assert {action.name for action in actions if isinstance(action, ToolCall)} == {"a.free"}


def test_without_tools_or_without_a_pointer() -> None:
    assert all(isinstance(action, GuiAction) for action in draw(4, tools=[]))
    assert all(isinstance(action, ToolCall) for action in draw(4, gui=False, tools=TOOLS[1:]))


def test_a_run_uses_up_its_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    out = tmp_path / "run"
    command = ["run", "--agent", "random", "--provider", "fake", "--task", "os/write_note", "--steps", "7"]
    assert call([*command, "--display", "none", "--out", str(out)]) == 0
    [result] = [json.loads(path.read_text()) for path in out.glob("episodes/**/result.json")]
    assert (result["status"], result["steps"], result["score"]) == ("out_of_steps", 7, 0.0)
