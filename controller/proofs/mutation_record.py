"""The record of mutation: one JSON line for each task, with how its checker judged the mutants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from controller.proofs.line_record import HASH, LineRecord, TaskLine, task_hashes, today
from controller.proofs.mutants.additive.states import ANOTHER_FILE
from controller.proofs.mutation import Mutant, Outcome
from controller.proofs.solved_episodes import SolvedEpisode
from controller.tasks.task import Task

_EVIDENCE = {
    "documents": (".docx", ".odt"),
    "workbooks": (".xlsx", ".ods", ".csv"),
    "presentations": (".pptx", ".odp"),
    "databases": (".db", ".sqlite"),
}
"""What evidence is, by the names of files."""
_OF_FILES = ("file", "copy", "start-up")
"""First words of the kinds of mutants that add or move whole files."""


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
        kinds: How many additive ones there are of each kind, such as "workbooks: row hidden"; empty in
            lines of earlier versions.
        alive: Those that were not killed.
    """

    most: int
    seed: int = 0
    made: int
    added: int = 0
    kinds: Mapping[str, int] = Field(default_factory=dict)
    alive: tuple[LivingMutant, ...] = ()

    @property
    def killed(self) -> int:
        """How many mutants the checker killed."""
        return self.made - len(self.alive)

    def family(self, additive: bool) -> tuple[int, int]:
        """Return how many additive mutants, or others, were made and killed."""
        made = self.added if additive else self.made - self.added
        return made, made - sum(mutant.additive is additive for mutant in self.alive)

    def kinds_alive(self) -> Counter[str]:
        """How many additive mutants of each kind were not killed, by the names of `kinds`."""
        return Counter(_kind_of(mutant) for mutant in self.alive if mutant.additive)

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

    def put_mutants(self, episode: SolvedEpisode, mutants: Sequence[Mutant], most: int, seed: int) -> None:
        """Write the mutants that were made from an episode's evidence. Raises RecordsError, TaskError."""
        folder, modules = task_hashes(episode.task)
        line = MutationLine(
            task=episode.task.id,
            most=most,
            seed=seed,
            made=len(mutants),
            added=sum(mutant.additive for mutant in mutants),
            kinds=dict(sorted(Counter(_kind_of(mutant) for mutant in mutants if mutant.additive).items())),
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
            image=episode.image[:HASH],
            provider=episode.provider,
            date=today(),
        )
        self.put([line])


def _kind_of(mutant: Mutant | LivingMutant) -> str:
    """Return a mutant's kind with what it is a change of, such as "workbooks: row hidden"."""
    kind = mutant.kind.removeprefix(ANOTHER_FILE)
    return f"{_evidence_of(mutant.evidence, kind)}: {kind}"


def _evidence_of(path: str, kind: str) -> str:
    """Return what a mutant changes: documents, workbooks, mail, settings ..., or which files there are."""
    if kind.partition(" ")[0] in _OF_FILES:
        return "files"
    if "/.thunderbird/" in path and "/Mail/" in path:
        return "mail"
    if "/.git/" in path:
        return "repositories"
    if "/.local/state/mcp/" in path:
        return "servers"
    if "/." in path:
        return "settings"
    return next((name for name, endings in _EVIDENCE.items() if path.endswith(endings)), "texts")
