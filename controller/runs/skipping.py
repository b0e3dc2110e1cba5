"""Tasks that cannot run on this host: their episodes are recorded as skipped when the run is created."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from controller.records.run_folder import RunRecords
from controller.records.run_info import EpisodeResult, Failure
from controller.runs.attempts import episode_seed
from controller.tasks.task import Task

SKIPPED = "Skipped"
"""The type of the recorded error of a skipped episode."""


def record_skipped(records: RunRecords, tasks: Sequence[Task]) -> None:
    """Write the result of every episode whose task cannot run. Raises RecordsError."""
    obstacles = {task.id: task.obstacle for task in tasks if task.obstacle}
    for task_id, epoch in records.episodes():
        if task_id in obstacles:
            records.recorder(task_id, epoch).result(
                EpisodeResult(
                    task=task_id,
                    epoch=epoch,
                    seed=episode_seed(records.info.options.seed, task_id, epoch),
                    status="skipped",
                    score=None,
                    steps=0,
                    tool_calls=0,
                    gui_actions=0,
                    error=Failure(type=SKIPPED, message=obstacles[task_id]),
                )
            )


def describe_skipped(obstacles: Iterable[str], tasks: int) -> str:
    """Return a line on how many tasks of a selection are skipped, by kind of obstacle; "" if none is."""
    kinds = Counter(obstacle.partition(":")[0] for obstacle in obstacles)
    if not kinds:
        return ""
    parts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    return f"{kinds.total()} of {tasks} tasks cannot run on this host and are skipped: {parts}"
