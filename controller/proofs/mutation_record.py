"""The record of mutation: one JSON line for each task, with how its checker judged the mutants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from controller.proofs.line_record import HASH, LineRecord, TaskLine, task_hashes, today
from controller.proofs.mutation import Mutant, Outcome
from controller.records.run_records import RunRecords
from controller.tasks.task import Task


class LivingMutant(BaseModel):
    """A mutant that the checker did not kill."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    evidence: str
    kind: str
    place: str
    additive: bool = False
    outcome: Outcome


class MutationLine(TaskLine):
    """A line: the mutants of a task as it was then.

    Attributes:
        most: The greatest number of mutants that were to be made.
        seed: What they were drawn by.
        made: The number of all of them; those that are not in `alive` were killed.
        added: How many of them are additive.
        alive: Those that were not killed.
    """

    most: int
    seed: int = 0
    made: int
    added: int = 0
    alive: tuple[LivingMutant, ...] = ()

    @property
    def killed(self) -> int:
        """How many mutants the checker killed."""
        return self.made - len(self.alive)

    def family(self, additive: bool) -> tuple[int, int]:
        """Return how many additive mutants, or others, were made and killed."""
        made = self.added if additive else self.made - self.added
        return made, made - sum(mutant.additive is additive for mutant in self.alive)

    @property
    def outcomes(self) -> Counter[Outcome]:
        """How many mutants had which outcome."""
        outcomes: Counter[Outcome] = Counter(mutant.outcome for mutant in self.alive)
        outcomes["killed"] += self.killed
        return outcomes


class MutationRecord(LineRecord[MutationLine]):
    """A file of such lines. A task whose mutants are made again gets a new line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, MutationLine)

    def find(self, task: Task, most: int, seed: int) -> MutationLine | None:
        """Return the line of the task as it is now with mutants made so; None without one. Raises TaskError.

        Lines without additive mutants are of a time before these were made.
        """
        lines = (line for line in self.current(task) if line.added)
        return next((line for line in lines if (line.most, line.seed) == (most, seed)), None)

    def put_mutants(
        self, task: Task, mutants: Sequence[Mutant], records: RunRecords, most: int, seed: int
    ) -> None:
        """Write the mutants of a task that were made from a run's evidence. Raises RecordsError, TaskError."""
        folder, modules = task_hashes(task)
        line = MutationLine(
            task=task.id,
            most=most,
            seed=seed,
            made=len(mutants),
            added=sum(mutant.additive for mutant in mutants),
            alive=tuple(
                LivingMutant(
                    evidence=mutant.evidence,
                    kind=mutant.kind,
                    place=mutant.place,
                    additive=mutant.additive,
                    outcome=mutant.outcome,
                )
                for mutant in mutants
                if mutant.outcome != "killed"
            ),
            folder=folder,
            checkers=modules,
            image=records.info.image_hash[:HASH],
            provider=records.info.options.provider,
            date=today(),
        )
        self.put([line])
