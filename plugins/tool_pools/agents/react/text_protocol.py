"""The protocol of the agent `react` on the model's side: reader of prompts, writer of answers."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from plugins.tool_pools.agents.protocol_turns import (
    beginning,
    closing_text,
    only_action,
    read_turn,
    thought_of,
)
from plugins.tool_pools.agents.react import prompts
from testbed.actions import Terminate
from testbed.models import ModelAnswer, ModelTurn, TextProtocolSpec

_OBSERVATION = re.compile(
    r"^Observation: (.*?)\n\n(?:Open windows, |Elements on the screen|Calls left: \d+\.)",
    re.DOTALL | re.MULTILINE,
)


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith(beginning(prompts.SYSTEM))


def read_request(turn: ModelTurn) -> ModelTurn:
    observation = _OBSERVATION.search("\n".join(turn.texts))
    # An unusable answer is quoted in the user's turn.
    memory = (*turn.memory, *turn.texts)
    return read_turn(turn, memory, observation[1] if observation else None)


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    action = only_action(turn, answer)
    if isinstance(action, Terminate):
        end = "Answer" if action.status == "success" else "Impossible"
        act = f"{end}: {closing_text(action)}"
    else:
        act = f"Action: {action.name}\nInput: {json.dumps(action.arguments, ensure_ascii=False)}"
    return replace(answer, actions=(), text=f"Thought: {thought_of(answer)}\n{act}", thought="", mark="")


TEXT_PROTOCOL = TextProtocolSpec(matches=matches, read_request=read_request, write_answer=write_answer)
