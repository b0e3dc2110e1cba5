"""Writes an episode from a trajectory of LiveMCPBench's runner, which records no times, tokens and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plugins.tool_pools.imports.conversation import ToolUse
from plugins.tool_pools.imports.text import recordable
from plugins.tool_pools.imports.trajectory_file import Trajectory
from testbed.errors import JudgeError
from testbed.results import EpisodeRecorder, EpisodeResult, Failure, ModelUse

OFFERED = ("execute", "route")
"""The two tools of testbed's router, which the runner's stand for."""


def write_episode(trajectory: Trajectory, recorder: EpisodeRecorder) -> None:
    """Write the records of an episode, which waits for a judge unless the runner gave it up. Raises RecordsError."""
    recorder.begin_attempt()
    recorder.event("start", time=0.0, task=trajectory.task, epoch=1, seed=0, attempt=1)
    recorder.event("tools", time=0.0, names=OFFERED)
    step = 0
    for turn in trajectory.conversation.turns:
        _write_decision(recorder, turn.text, [_action(call) for call in turn.calls])
        for call in turn.calls:
            step += 1
            _write_step(recorder, step, _action(call), _result(call))
    answer = trajectory.answer
    if answer is not None:
        step += 1
        end = {"type": "terminate", "status": "success", "answer": recordable(answer)}
        _write_decision(recorder, "", [end])
        _write_step(recorder, step, end, None)
    result = EpisodeResult(
        task=trajectory.task,
        epoch=1,
        seed=0,
        status="infra_error",
        usage=ModelUse(cost=None),
        steps=step,
        tool_calls=step - (answer is not None),
        gui_actions=0,
        termination=None if answer is None else "success",
        answer=recordable(answer or ""),
        error=_error(trajectory),
        seconds=0.0,
    )
    error = result.error.model_dump() if result.error else None
    recorder.event(
        "end", time=0.0, status=result.status, score=None, steps=step, error=error, seconds=result.seconds
    )
    recorder.result(result)
    recorder.end_attempt()


def _error(trajectory: Trajectory) -> Failure:
    if trajectory.error:
        return Failure(type="RunnerError", message=trajectory.error)
    return Failure(
        type=JudgeError.__name__,
        message="nobody has judged it yet",
        hint="`testbed judge RUN --judge MODEL` judges imported runs whose tasks are at hand",
    )


def _action(call: ToolUse) -> dict[str, Any]:
    return {"type": "tool_call", "name": recordable(call.name), "arguments": recordable(call.arguments)}


def _result(call: ToolUse) -> dict[str, Any] | None:
    if call.result is None:
        return None
    return {
        "text": recordable(call.result.text),
        "is_error": call.result.is_error,
        "structured": None,
        "images": [],
    }


def _write_decision(recorder: EpisodeRecorder, text: str, actions: Sequence[Mapping[str, Any]]) -> None:
    recorder.event(
        "decision", time=0.0, thought=recordable(text), actions=actions, usage={}, details={}, seconds=0.0
    )


def _write_step(
    recorder: EpisodeRecorder, number: int, action: Mapping[str, Any], result: Mapping[str, Any] | None
) -> None:
    recorder.event("step", time=0.0, step=number, action=action, refused=False, result=result, seconds=0.0)
