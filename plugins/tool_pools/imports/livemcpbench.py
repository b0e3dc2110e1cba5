"""Imports the trajectories of LiveMCPBench's runner as a run folder.

They are one file, `baseline/output/<model>_<embedding model>.json`, or one of the same form with people's labels in
`task_success`, `baseline/annotation/<model>_<embedding model>.json`. `/root/…` of the runner's container becomes
`/home/user/…`, as in the tasks of the source `livemcpbench`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from plugins.tool_pools.imports.episode import write_episode
from plugins.tool_pools.imports.pool_tools import read_tools
from plugins.tool_pools.imports.trajectory_file import HINT, Trajectory, find_file, read_trajectories
from testbed.errors import UsageError
from testbed.results import (
    TASK_NAME,
    AgentRecord,
    Damage,
    ImportedRun,
    ImportFormat,
    ImportRequest,
    RunInfo,
    RunOptions,
    RunRecords,
    SourceRecord,
    TaskEntry,
    encodable,
)

AGENT = "imported"
UNKNOWN = "unknown"


def import_results(request: ImportRequest) -> ImportedRun:
    """Import a file of trajectories, or the only one in a folder, with people's labels if it has any.

    Raises:
        UsageError: There are no trajectories of the selected tasks, or `out` is not new.
        RecordsError: The run's folder cannot be written.
    """
    odd = next((task_id for task_id in request.listed if not TASK_NAME.fullmatch(task_id)), None)
    if odd is not None:
        raise UsageError(f"the list names {odd!r:.120}, which is no task", hint="ids are <domain>/<name>")
    path = find_file(request.folder)
    damage: list[Damage] = []
    selected = [task.id for task in request.tasks] or request.listed
    found = read_trajectories(path, selected, damage)
    if not found:
        raise UsageError(f"{path} has no trajectories of the selected tasks", hint=HINT)
    model = encodable(path.stem.rpartition("_")[0] or path.stem)
    info = RunInfo(
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        options=_options(model, max(1, *(item.steps for item in found.values()))),
        agent=AgentRecord(name=AGENT, variant="", model=model, prompts={}),
        image_hash="",
        tasks=tuple(_entries(request, found, path, damage)),
        source=SourceRecord.of(request.tasks[0].source) if request.tasks else SourceRecord(),
        versions={},
        imported=encodable(str(path)),
    )
    records = RunRecords.create(request.out, info)
    with records.lock():
        if tools := read_tools(_checkout(path), damage):
            records.record_tools(tools)
        for item in found.values():
            write_episode(item, records.recorder(item.task, 1))
    labels = {task_id: item.label for task_id, item in found.items() if item.label is not None}
    return ImportedRun(records, tuple(damage), labels)


def _options(model: str, steps: int) -> RunOptions:
    given = {
        "agent": AGENT,
        "model": model,
        "actions": "mcp",
        "tool_filter": UNKNOWN,
        "tool_order": UNKNOWN,
        "provider": UNKNOWN,
        "steps": steps,
    }
    return RunOptions.model_validate(given)


def _checkout(path: Path) -> Path:
    """The checkout that has a file two levels down, such as in `baseline/output/`."""
    return path.parents[min(2, len(path.parents) - 1)]


def _entries(
    request: ImportRequest, found: Mapping[str, Trajectory], path: Path, damage: list[Damage]
) -> Iterator[TaskEntry]:
    """Yield the run's tasks; one whose instruction was another one is another task."""
    if not request.tasks:
        for task_id in request.listed if request.complete else found:
            yield _entry(task_id, found[task_id].instruction if task_id in found else "", request.helped)
        return
    for task in request.tasks:
        entry, item = TaskEntry.of(task), found.get(task.id)
        if item is None:
            if request.complete:
                yield entry
        elif item.instruction in ("", task.instruction):
            yield entry
        else:
            problem = f"{task.id}: its instruction is not that of the checkout, so that nobody can judge it"
            damage.append(Damage(str(path), 0, problem))
            changed = {"instruction": item.instruction, "hash": _hash(task.id, item.instruction)}
            yield entry.model_copy(update=changed)


def _entry(task_id: str, instruction: str, helped: frozenset[str]) -> TaskEntry:
    """Return the entry of a task that only the trajectory is known of."""
    return TaskEntry(
        id=task_id,
        hash=_hash(task_id, instruction),
        instruction=instruction,
        domain=task_id.partition("/")[0],
        tool_beneficial=not helped or task_id in helped,
        feasible=True,
        tools=None,
    )


def _hash(task_id: str, instruction: str) -> str:
    return hashlib.sha256(f"livemcpbench:{task_id}\0{instruction}".encode()).hexdigest()


IMPORT = ImportFormat(import_results)
