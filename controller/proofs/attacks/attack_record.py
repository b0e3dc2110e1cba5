"""The record of attacks: one JSON line for each task and attack, with the hashes of what was attacked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from controller.guests.provider import Provider
from controller.proofs.attacks.play import AttackResult, Outcome
from controller.proofs.line_record import HASH, LineRecord, TaskLine, task_hashes, today
from controller.tasks.task import Task


class AttackLine(TaskLine):
    """A line: an attack on a task as it was then."""

    attack: str
    outcome: Outcome
    verdicts: int = 0
    score: float | None = None
    detail: str = ""
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, str]:
        return self.task, self.attack


class AttackRecord(LineRecord[AttackLine]):
    """A file of such lines. An attack that is played again replaces its line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, AttackLine)

    def put_results(self, task: Task, results: Sequence[AttackResult], provider: Provider) -> None:
        """Write the results of attacks on a task. Raises RecordsError, TaskError."""
        folder, modules = task_hashes(task)
        self.put(
            AttackLine(
                task=task.id,
                attack=result.attack,
                outcome=result.outcome,
                verdicts=result.verdicts,
                score=result.score,
                detail=result.detail,
                seconds=result.seconds,
                folder=folder,
                checkers=modules,
                image=provider.image_hash[:HASH],
                provider=provider.name,
                date=today(),
            )
            for result in results
        )
