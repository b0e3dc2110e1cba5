"""What judges are shown of an episode: its actions with arguments and results, and its answer.

They are shown no pictures and no thoughts. An argument or a result of more than `CLIPPED` loses its middle. If
the steps together have more than `STEPS_CHARACTERS`, whole steps are left out of the middle, with a remark instead.
Names of the agent's models are replaced, so that no judge favours a model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from controller.core.texts import clip, encodable, first_sentence
from controller.judges.contract import JudgeCase
from controller.models.exchange import base_name
from controller.records.trajectory import Step, Trajectory
from controller.tasks.task_judging import JudgeNotes

SENTENCE_CHARACTERS = 200
STEPS_CHARACTERS = 120_000
MODEL = "[model]"
SHORTEST_NAME = 4
"""Shorter names of models are words of any text."""
ENDINGS = {
    "success": "The agent reported that the task is done.",
    "failure": "The agent reported that the task cannot be done.",
    "": "The agent ran out of steps before it reported an end.",
}


def make_case(
    instruction: str,
    notes: JudgeNotes,
    trajectory: Trajectory,
    *,
    termination: str = "",
    answer: str = "",
    tools: Mapping[str, str] | None = None,
    models: Iterable[str] = (),
) -> JudgeCase:
    """Return an episode as judges see it.

    Args:
        instruction: The instruction that the agent was given.
        notes: What the task's author wrote for judges.
        trajectory: What was done.
        termination: "success" or "failure" as the agent reported it; "" if it ran out of steps.
        answer: The agent's answer.
        tools: The guests' tools by name, with their descriptions.
        models: Names of the agent's models, which are not shown.
    """
    hide = _Names(models)
    described = tools or {}
    names = dict.fromkeys(str(step.action.get("name", "")) for step in trajectory.steps)
    acting = [turn for turn in trajectory.turns if any(step.kind != "terminate" for step in turn.steps)]
    steps = [
        _step(step, number, hide)
        for number, turn in enumerate(acting, 1)
        for step in turn.steps
        if step.kind != "terminate"
    ]
    shown = dict.fromkeys(name for turn in trajectory.turns for name in turn.offered or ())
    return JudgeCase(
        task=instruction,
        notes=notes,
        steps=tuple(_within(steps)),
        tools={name: clip(described[name]) for name in names if name in described},
        answer=clip(hide(encodable(answer))),
        ending=ENDINGS[termination],
        offered={name: clip(first_sentence(described.get(name, "")), SENTENCE_CHARACTERS) for name in shown},
        rounds=len(acting),
    )


class _Names:
    """Replaces the names of models in texts."""

    def __init__(self, models: Iterable[str]) -> None:
        names = {part for model in models for part in (model, base_name(model), model.rpartition("/")[2])}
        longest_first = sorted((name for name in names if len(name) >= SHORTEST_NAME), key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(pattern, re.IGNORECASE) if pattern else None

    def __call__(self, text: str) -> str:
        return self._pattern.sub(MODEL, text) if self._pattern else text


def _step(step: Step, number: int, hide: _Names) -> dict[str, Any]:
    shown: dict[str, Any] = {"step": step.number, "round": number}
    if step.mistake:
        shown["action"] = "an invalid action"
    elif step.kind == "tool_call":
        shown["tool"] = str(step.action.get("name", ""))
        arguments = json.dumps(step.action.get("arguments", {}), ensure_ascii=False, default=str)
        shown["arguments"] = clip(hide(encodable(arguments)))
    else:
        action = json.dumps(step.action, ensure_ascii=False, default=str)
        shown["action"] = clip(hide(encodable(action)))
    if step.result is not None:
        text = step.result.text
        if not text and step.result.structured is not None:
            text = json.dumps(step.result.structured, ensure_ascii=False, default=str)
        shown["error" if step.failed else "result"] = clip(hide(encodable(text)))
    return shown


def _within(steps: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps, without some of the middle if they are too many."""
    sizes = [sum(len(str(value)) for value in step.values()) for step in steps]
    if sum(sizes) <= STEPS_CHARACTERS:
        return list(steps)
    half, first, last = STEPS_CHARACTERS // 2, 0, len(steps)
    used = 0
    while used + sizes[first] <= half:
        used += sizes[first]
        first += 1
    used = 0
    while last > first and used + sizes[last - 1] <= half:
        used += sizes[last - 1]
        last -= 1
    remark = {"left_out": f"{last - first} steps for their length"}
    return [*steps[:first], remark, *steps[last:]]
