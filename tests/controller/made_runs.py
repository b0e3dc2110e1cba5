"""Run folders made by hand, for tests of what reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.records.run_info import AgentRecord, EpisodeResult, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords

TOOLS = [
    {"name": "a.count", "description": "", "app": "os", "input_schema": {"type": "object", "properties": {}}},
    {"name": "b.open", "description": "", "app": "os", "input_schema": {"type": "object", "properties": {}}},
]
PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc`\0\0\0\x02\0\x01"
    b"H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82"
)


def entry(task: str, tools: Sequence[str] = (), content: str = "h") -> TaskEntry:
    return TaskEntry(
        id=task,
        hash=content,
        domain=task.partition("/")[0],
        tool_beneficial=bool(tools),
        feasible=True,
        tools=tuple(tools),
    )


def made_run(folder: Path, tasks: Iterable[TaskEntry], **options: Any) -> RunRecords:
    """A run without episodes."""
    chosen = RunOptions.model_validate({"agent": "noop", "provider": "fake", **options})
    info = RunInfo(
        created="2026-01-01T00:00:00+00:00",
        options=chosen,
        agent=AgentRecord(name=chosen.agent, variant=chosen.variant, model=chosen.model, prompts={}),
        image_hash="i",
        tools_hash="t",
        tasks=tuple(tasks),
        versions={},
    )
    records = RunRecords.create(folder, info)
    (folder / "tools.json").write_text(json.dumps(TOOLS))
    return records


def add_episode(
    records: RunRecords, task: str, epoch: int = 1, actions: Sequence[Mapping[str, Any]] = (), **result: Any
) -> None:
    """An episode's events and result; `actions` are those of its steps, each decided on by itself.

    An action with `error` is answered with one, one with `refused` was refused.
    """
    recorder = records.recorder(task, epoch)
    recorder.begin_attempt()
    recorder.event("start", task=task, epoch=epoch, seed=1, attempt=1)
    recorder.event("tools", hash="x", names=[tool["name"] for tool in TOOLS])
    screen = recorder.screen(PNG)
    look = {"screen": screen, "width": 1, "height": 1, "windows": [], "steps_left": 9, "seconds": 0.25}
    recorder.event("observation", **look)
    for number, action in enumerate(actions, 1):
        act = {key: value for key, value in action.items() if key not in ("error", "refused")}
        erred, refused = bool(action.get("error")), bool(action.get("refused"))
        recorder.event(
            "decision", thought=f"thought {number}", actions=[act], usage={}, details={}, seconds=2.0
        )
        answer = {"text": "said", "is_error": erred or refused, "structured": None, "images": []}
        recorder.event("step", step=number, action=act, refused=refused, result=answer, seconds=0.5)
        recorder.event("observation", **look)
    kinds = [action["type"] for action in actions if not action.get("refused")]
    base = {
        "task": task,
        "epoch": epoch,
        "seed": 1,
        "status": "completed",
        "score": 0.0,
        "steps": len(actions),
        "tool_calls": kinds.count("tool_call"),
        "gui_actions": len([kind for kind in kinds if kind not in ("tool_call", "terminate")]),
        "seconds": 10.0,
    }
    recorder.result(EpisodeResult.model_validate(base | result))


CLICK: dict[str, Any] = {"type": "click", "x": 1, "y": 2}
END: dict[str, Any] = {"type": "terminate", "status": "success", "answer": "done"}


def call(name: str = "a.count", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "arguments": arguments}
