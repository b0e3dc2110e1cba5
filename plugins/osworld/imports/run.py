"""Imports the results of a run of OSWorld's or OSWorld-MCP's runners as a run folder."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from plugins.osworld.export.tool_names import is_ours
from plugins.osworld.imports.episode import import_episode
from plugins.osworld.imports.result_tree import ResultTree, find_tree, format_path
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
"""The agent of imported results; which one it was is not recorded in them."""
UNKNOWN = "unknown"
_PARTS: dict[str, tuple[str, ...]] = {
    "a11y_tree": ("a11y",),
    "screenshot_a11y_tree": ("screenshot", "a11y"),
    "som": ("screenshot", "som"),
}


def import_results(request: ImportRequest) -> ImportedRun:
    """Import the results of one run: a folder with `<domain>/<task>/`, or one above it.

    Raises:
        UsageError: There are no results, or those of several runs, or `out` is not new.
        RecordsError: The run's folder cannot be written.
    """
    tasks, listed = request.tasks, request.listed
    odd = next((task_id for task_id in listed if not TASK_NAME.fullmatch(task_id)), None)
    if odd is not None:
        raise UsageError(f"the list names {odd!r:.120}, which is no task", hint="ids are <domain>/<name>")
    damage: list[Damage] = []
    tree = find_tree(request.folder, damage)
    entries = (
        {task.id: TaskEntry.of(task) for task in tasks}
        if tasks
        else {task_id: _entry(task_id, task_id in request.helped) for task_id in listed or tree.tasks}
    )
    left_out = [path for task_id, path in tree.tasks.items() if task_id not in entries]
    damage += [Damage(format_path(path), 0, "left out: the task is not selected") for path in left_out]
    selected = {task_id: tree.tasks[task_id] for task_id in entries if task_id in tree.tasks}
    if not selected:
        raise UsageError(
            f"{tree.folder} has no results of the selected tasks", hint="give the list that was run"
        )
    if not request.complete:
        entries = {task_id: entries[task_id] for task_id in selected}
    info = RunInfo(
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        options=_options(tree),
        agent=AgentRecord(name=AGENT, variant="", model=encodable(tree.model), prompts={}),
        image_hash="",
        tasks=tuple(entries.values()),
        source=SourceRecord.of(tasks[0].source) if tasks else SourceRecord(),
        versions={},
        imported=encodable(str(tree.folder)),
    )
    records = RunRecords.create(request.out, info)
    with records.lock():
        _import_episodes(records, selected, tree, damage, named=not tasks)
    return ImportedRun(records, tuple(damage))


def _import_episodes(
    records: RunRecords, folders: dict[str, Path], tree: ResultTree, damage: list[Damage], *, named: bool
) -> None:
    """Write all episodes, and the run's fields that they determine; with `named` also their instructions."""
    calls: Counter[str] = Counter()
    steps, instructions = 1, {}
    for task_id, folder in folders.items():
        found = import_episode(task_id, folder, records.recorder(task_id, 1), damage)
        calls.update(found.tools)
        steps = max(steps, found.steps)
        instructions[task_id] = encodable(found.instruction)
    for name, number in calls.items():
        if not is_ours(name):
            problem = f"{number} calls of {name!r:.120}, a tool that testbed does not have, keep its name"
            damage.append(Damage(format_path(tree.folder), 0, problem))
    options = records.info.options
    if "max_steps" not in tree.arguments:
        options = options.model_copy(update={"steps": steps})
    if not calls and tree.action_space not in ("mcp", "gui+mcp"):
        options = options.model_copy(update={"actions": "gui"})
    records.change_options(options)
    if named:
        records.change_instructions(instructions)
    records.store_options()


def _options(tree: ResultTree) -> RunOptions:
    """Return the options from the tree and the runner's arguments. Raises UsageError."""
    given: dict[str, Any] = {
        "agent": AGENT,
        "model": encodable(tree.model),
        "actions": "mcp" if tree.action_space == "mcp" and "provenance" in tree.arguments else "gui+mcp",
        "observe": _PARTS.get(tree.observation, ("screenshot",)),
        "tool_filter": UNKNOWN,
        "tool_order": UNKNOWN,
        "provider": UNKNOWN,
    }
    if "max_steps" in tree.arguments:
        given["steps"] = tree.arguments["max_steps"]
    try:
        return RunOptions.model_validate(given)
    except ValidationError as error:
        raise UsageError(
            f"{tree.folder / 'args.json'}: max_steps is no number of steps: {tree.arguments['max_steps']!r:.80}",
            hint="correct it, or remove it",
        ) from error


def _entry(task_id: str, helped: bool) -> TaskEntry:
    """Return the entry of a task that only its id is known of: the same in all imported runs."""
    return TaskEntry(
        id=task_id,
        hash=hashlib.sha256(f"osworld:{task_id}".encode()).hexdigest(),
        domain=task_id.partition("/")[0],
        tool_beneficial=helped,
        feasible=True,
        tools=None if helped else (),
    )


IMPORT = ImportFormat(import_results, is_default=True)
