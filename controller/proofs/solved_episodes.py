"""Recorded episodes whose final states score 1, of a run or of proofs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checkers import Termination
from controller.proofs.proof_cases import proof_cases
from controller.proofs.replayed_cases import PlayedCase, case_folder
from controller.records.files import read_model
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from controller.tasks.task import Task, with_variant
from testbed.errors import RecordsError


@dataclass(frozen=True, slots=True)
class SolvedEpisode:
    """A recorded episode that was solved.

    Attributes:
        task: The task in the variant that was played.
        final: The folder of its final state.
        termination: How the agent ended it.
        image: Hash of the guest's image.
        provider: Where the guest came from.
    """

    task: Task
    final: Path
    termination: Termination | None
    image: str
    provider: str


def solved_in_run(task: Task, records: RunRecords) -> SolvedEpisode:
    """Return the first episode of a task in a run. Raises RecordsError when it was not solved."""
    result = records.result(task.id, 1)
    if result is None or result.score != 1:
        raise RecordsError("it was not solved in this run")
    final = records.final_folder(task.id, 1)
    options = records.info.options
    return _solved(
        with_variant(task, result.variant), final, result, records.info.image_hash, options.provider
    )


def solved_in_proof(task: Task, folder: Path) -> SolvedEpisode:
    """Return the episode of a reference solution, by tools if the task has one, that `tasks validate` left in `folder`.

    Raises RecordsError when there is none; TaskError when `solve.py` is malformed.
    """
    episodes = dict(_references(task, folder))
    if not episodes:
        raise RecordsError("no reference solution of it is recorded here")
    variant, episode = episodes["mcp" if "mcp" in episodes else min(episodes)]
    result = read_model(episode.result_file, EpisodeResult)
    played = read_model(episode.case_file, PlayedCase)
    return _solved(variant, episode.final, result, played.image, played.provider)


def _references(task: Task, folder: Path) -> Iterator[tuple[str, tuple[Task, EpisodeFolder]]]:
    """Yield the recorded episodes of the reference solutions, by name, in the first variant."""
    for case in proof_cases(task, (0,)):
        episode = EpisodeFolder(case_folder(case, folder))
        if case.passes and not case.name.startswith("also_") and episode.case_file.is_file():
            yield case.name, (case.task, episode)


def _solved(task: Task, final: Path, result: EpisodeResult, image: str, provider: str) -> SolvedEpisode:
    termination = Termination(result.termination, result.answer) if result.termination else None
    return SolvedEpisode(task, final, termination, image, provider)
