"""Tasks that cannot run on this host: their episodes are recorded as skipped when the run is created."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from controller.records.run_info import EpisodeResult, Failure
from controller.records.run_records import RunRecords
from controller.runs.seeds import episode_seed
from controller.tasks.task import Task, with_variant

SKIPPED = "Skipped"
"""The type of the recorded error of a skipped episode."""


def record_skipped(records: RunRecords, tasks: Sequence[Task]) -> None:
    """Write the result of every episode whose task cannot run. Raises RecordsError."""
    by_id = {task.id: task for task in tasks}
    for task_id, epoch in records.episodes():
        task = with_variant(by_id[task_id], records.info.options.variants.in_epoch(epoch))
        if not task.skip_reason:
            continue
        seed = episode_seed(records.info.options.seed, task_id, epoch)
        failure = Failure(type=SKIPPED, message=task.skip_reason)
        recorder = records.recorder(task_id, epoch)
        recorder.begin_attempt()
        recorder.event("start", task=task_id, variant=task.play.variant, epoch=epoch, seed=seed, attempt=1)
        recorder.event("end", status="skipped", score=None, steps=0, error=failure.model_dump())
        recorder.end_attempt()
        recorder.result(
            EpisodeResult(
                task=task_id,
                variant=task.play.variant,
                epoch=epoch,
                seed=seed,
                status="skipped",
                steps=0,
                tool_calls=0,
                gui_actions=0,
                error=failure,
            )
        )


def describe_malformed(tasks: Iterable[Task]) -> list[str]:
    """Return a line on each task whose definition is malformed, or its variant's, with the place and the reason."""
    return [
        f"{task.id} is skipped: it {task.skip_reason}"
        if task.info.malformed
        else f"{task.id} is skipped: {task.skip_reason}"
        for task in tasks
        if task.skip_reason and (task.info.malformed or task.variants)
    ]


def describe_skipped(reasons: Iterable[str], tasks: int) -> str:
    """Return a line on how many tasks of a selection are skipped, by kind of reason; "" if none is."""
    kinds = Counter(reason.partition(":")[0] for reason in reasons)
    if not kinds:
        return ""
    parts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    return f"{kinds.total()} of {tasks} tasks cannot run on this host and are skipped: {parts}"
