"""Add the scores of a baseline's runs to docs/baselines.jsonl: python -m scripts.record_baselines RUN...

    testbed run --task "*" --agent random --epochs 3 --out runs/random       # each epoch has a seed of its own
    testbed resume runs/random                                               # after an interruption
    python -m scripts.record_baselines runs/random

A run that is not finished can be recorded too; record it again when it has grown. Episodes without a verdict, and those
of tasks that have changed since, are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from controller.proofs.line_record import HASH, LineRecord, TaskLine, task_hashes, today
from controller.records.run_info import EpisodeResult, Status, TaskEntry
from controller.records.run_records import RunRecords
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import Task
from testbed.errors import TestbedError, UsageError

RECORD = Path(__file__).parents[1] / "docs" / "baselines.jsonl"


class BaselineLine(TaskLine):
    """A line: an episode of a baseline on a task as it was then.

    Attributes:
        seed: The run's; the episode's follows from it, the task and the epoch.
        limit: The greatest number of steps.
    """

    agent: str
    seed: int
    epoch: int
    variant: int = 0
    score: float
    status: Status
    steps: int
    limit: int
    seconds: float

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.task, self.agent, self.seed, self.epoch


def open_record(path: Path = RECORD) -> LineRecord[BaselineLine]:
    """Read a record of baselines. Raises UsageError that names a malformed line, RecordsError."""
    return LineRecord(path, BaselineLine)


def record_run(folder: Path, record: LineRecord[BaselineLine], tasks: Sequence[Task]) -> Counter[str]:
    """Add a run's episodes to the record; return how many were recorded, and how many not, by reason.

    Raises UsageError when the run's agent is no baseline or there is no run; RecordsError, TaskError.
    """
    records = RunRecords.open(folder)
    if not records.info.agent.is_baseline:
        raise UsageError(
            f"{folder}: its agent, {records.info.agent.name}, is no baseline",
            hint="name a run of noop, fail or random",
        )
    by_id = {task.id: task for task in tasks}
    entries = {entry.id: entry for entry in records.info.tasks}
    outcomes: Counter[str] = Counter()
    lines = []
    for name, epoch in records.episodes():
        result = records.result(name, epoch)
        reason = _left_out(result, entries[name], by_id.get(name))
        outcomes[reason or "recorded"] += 1
        if not reason:
            assert result is not None
            lines.append(_line(records, result, by_id[name]))
    record.put(lines)
    return outcomes


def _left_out(result: EpisodeResult | None, entry: TaskEntry, task: Task | None) -> str:
    if result is None:
        return "not played yet"
    if result.score is None:
        return f"without a verdict ({result.status})"
    if task is None or task.folder is None or task.hash != entry.hash:
        return "of a task that has changed since"
    return ""


def _line(records: RunRecords, result: EpisodeResult, task: Task) -> BaselineLine:
    assert result.score is not None
    folder, modules = task_hashes(task)
    options = records.info.options
    return BaselineLine(
        task=result.task,
        agent=records.info.agent.name,
        seed=options.seed,
        epoch=result.epoch,
        variant=result.variant,
        score=result.score,
        status=result.status,
        steps=result.steps,
        limit=options.steps,
        seconds=round(result.seconds, 1),
        folder=folder,
        checkers=modules,
        image=records.info.image_hash[:HASH],
        provider=options.provider,
        date=today(),
    )


def main(folders: Sequence[str]) -> int:
    if not folders:
        print("usage: python -m scripts.record_baselines RUN...", file=sys.stderr)
        return 2
    try:
        record, tasks = open_record(), select_tasks(Selection(), tasks_root())
        for folder in folders:
            outcomes = record_run(Path(folder), record, tasks)
            counted = ", ".join(f"{number} {reason}" for reason, number in outcomes.most_common())
            print(f"{folder}: episodes: {counted}")
    except TestbedError as error:
        print(f"error: {error.message}\nhint: {error.hint}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
