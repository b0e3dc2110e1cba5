"""Which text protocol a request is in: each agent's requests are in its own and in no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.agents.text_protocols.registry import reply_in_text_protocol
from controller.tasks.selection import load_tasks
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_turns import turn_of_chat
from plugins.mock_models.solver import Solver
from plugins.mock_models.text_protocols import system_text
from testbed.extension_points import TEXT_PROTOCOLS
from tests.controller.agents.model_protocols.runs import run
from tests.controller.agents.paper_runs import TASKS

pytestmark = [pytest.mark.usefixtures("paper_environment"), pytest.mark.slow]
TASK = "os/write_note"
MODELS = {
    "qwen": "qwen3-vl-32b-instruct",
    "uitars": "ui-tars-2",
    "opencua": "opencua-32b",
    "paper": "qwen3-vl-32b-instruct",
    "agent_s": "gpt-4.1",
    "pyautogui": "gpt-4.1",
    "react": "gpt-4.1",
    "rounds": "gpt-4.1",
}


@pytest.mark.parametrize("agent", MODELS)
def test_a_request_is_in_the_protocol_of_its_agent_alone(agent: str, tmp_path: Path) -> None:
    with ChatServer(Solver(load_tasks((TASK,), TASKS))) as server:
        grounding = [f"grounding_model={MODELS['qwen']}", f"grounding_url={server.url}/v1"]
        more = [part for setting in grounding if agent == "agent_s" for part in ("--set", setting)]
        run(tmp_path / "run", server, agent, MODELS[agent], "--steps", "2", *more, tasks=(TASK,))
    turns = [replace(turn_of_chat(body), system=system_text(body)) for body in server.requests]
    acting = [turn for turn in turns if reply_in_text_protocol(turn) is None]
    specs = {name: TEXT_PROTOCOLS.load(name) for name in TEXT_PROTOCOLS.names()}
    found = [[name for name, spec in specs.items() if spec.matches(turn)] for turn in acting]
    assert found and found == [[agent]] * len(acting)
