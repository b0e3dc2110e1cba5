"""Selects the best of several trajectories for each task of one or more runs, and records the choices."""

from __future__ import annotations

import hashlib
import math
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from controller.metrics.run_loader import load_records
from controller.models.client import ModelClient
from controller.models.completion import ModelSettings
from controller.models.completion_models import open_model
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.usage_tracker import UsageTracker
from controller.records.event_lines import read_events
from controller.records.files import read_model, write_whole
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from controller.records.trajectory import Trajectory
from controller.records.trajectory_reader import trajectory_of
from controller.runs.best_of.judge import Attempt, select_attempt
from controller.runs.best_of.narrator import narrate, read_png
from controller.runs.worker_pool import run_workers
from testbed.errors import UsageError

TASK_SECONDS = 1800.0
"""Time limit of the comparison of one task, all calls included."""
NAME = "best-of"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Candidate(_Record):
    """An episode that is compared: its run's folder name, its epoch, its score (hidden from the model)."""

    run: str
    epoch: int
    score: float
    facts: tuple[str, ...] = ()


class Choice(_Record):
    """The choice for one task. `chosen` is the position in `candidates`; `key` identifies what was compared."""

    task: str
    key: str
    candidates: tuple[Candidate, ...]
    chosen: int
    reason: str = ""
    tokens: int = 0
    cost: float | None = 0.0


class BestOf(_Record):
    """`best_of.json`: the choices of one model over the same runs."""

    format: int = 1
    model: str
    base_url: str = ""
    choices: tuple[Choice, ...] = ()

    @property
    def mean_accuracy(self) -> float:
        """Accuracy of a candidate chosen at random: the mean over tasks of the share of solved candidates."""
        return _mean([_mean([float(c.score == 1) for c in choice.candidates]) for choice in self.choices])

    @property
    def selected_accuracy(self) -> float:
        """Accuracy of the selected candidates."""
        return _mean([float(choice.candidates[choice.chosen].score == 1) for choice in self.choices])

    @property
    def best_accuracy(self) -> float:
        """Accuracy of a perfect choice: the share of tasks that some candidate solved."""
        return _mean([float(any(c.score == 1 for c in choice.candidates)) for choice in self.choices])


@dataclass(frozen=True, slots=True)
class _Episode:
    """A recorded episode that is a candidate."""

    candidate: Candidate
    result: EpisodeResult
    folder: Path
    hash: str

    def trajectory(self) -> Trajectory:
        return trajectory_of(read_events(EpisodeFolder(self.folder).events_file(), []), self.folder)


def select_best(
    runs: Sequence[RunRecords],
    out: Path,
    settings: ModelSettings,
    *,
    concurrency: int = 4,
    report: Callable[[Choice], None] | None = None,
) -> BestOf:
    """Select the best episode of each task over all epochs of the runs.

    Choices are written to `out` as they are made; those that it has already, of the same model and candidates, are
    kept.

    Args:
        runs: The runs, at least one.
        out: The file of the choices.
        settings: The model that compares.
        concurrency: Number of tasks compared at the same time.
        report: Called with each new choice.

    Raises:
        UsageError: No task has an episode with a verdict, `out` is of another model, or the key or model is wrong.
        AgentError: The model refuses, or its responses cannot be used.
        ModelApiError: The API fails.
        RecordsError: A file cannot be read or written.
    """
    tasks, instructions = _candidates(runs)
    if not tasks:
        raise UsageError("no episode of these runs has a verdict", hint="give runs that have been completed")
    made = _read(out, settings)
    keys = {task: _key(episodes) for task, episodes in tasks.items()}
    choices = {choice.task: choice for choice in made.choices if keys.get(choice.task) == choice.key}
    limiter, lock = ConcurrencyLimiter(concurrency), threading.Lock()
    clients: set[ModelClient] = set()

    def compare(_worker: int, task: str) -> None:
        client = ModelClient(limiter=limiter)
        with lock:
            clients.add(client)
        try:
            choice = _compare(client, settings, task, instructions[task], tasks[task], keys[task])
        finally:
            client.close()
        with lock:
            clients.discard(client)
            choices[task] = choice
            write_whole(out, _order(settings, choices).model_dump_json(indent=2).encode())
        if report is not None:
            report(choice)

    def shut_down() -> None:
        for client in tuple(clients):
            client.close()

    waiting = [task for task in tasks if task not in choices]
    run_workers(waiting, concurrency, compare, threading.Event(), shut_down)
    return _order(settings, choices)


def _compare(
    client: ModelClient,
    settings: ModelSettings,
    task: str,
    instruction: str,
    episodes: Sequence[_Episode],
    key: str,
) -> Choice:
    if len(episodes) == 1:
        return Choice(
            task=task, key=key, candidates=(episodes[0].candidate,), chosen=0, reason="only candidate"
        )
    usage = UsageTracker(client)
    model = open_model(client, NAME, settings)
    candidates, attempts = [], []
    with client.decision(TASK_SECONDS):
        for episode in episodes:
            trajectory = episode.trajectory()
            facts = tuple(narrate(model, trajectory))
            candidates.append(episode.candidate.model_copy(update={"facts": facts}))
            attempts.append(_attempt(trajectory, episode.result, facts))
        chosen, reason = select_attempt(model, instruction, attempts)
    spent = usage.current()
    return Choice(
        task=task,
        key=key,
        candidates=tuple(candidates),
        chosen=chosen,
        reason=reason,
        tokens=spent.tokens,
        cost=spent.cost,
    )


def _attempt(trajectory: Trajectory, result: EpisodeResult, facts: tuple[str, ...]) -> Attempt:
    observations = [observation for turn in trajectory.turns for observation in (turn.before, turn.after)]
    screens = [
        observation.screen
        for observation in observations
        if observation is not None and observation.screen is not None
    ]
    end = {"success": "reported as done", "failure": "reported as impossible"}.get(
        result.termination or "", ""
    )
    answer = f" with the answer {result.answer!r}" if result.answer else ""
    return Attempt(
        read_png(screens[0]) if screens else None,
        read_png(screens[-1]) if screens else None,
        facts,
        f"{end or 'stopped before it reported an end'}{answer}",
    )


def _candidates(runs: Sequence[RunRecords]) -> tuple[dict[str, list[_Episode]], dict[str, str]]:
    """The episodes with a verdict by task, and the tasks' instructions."""
    tasks: dict[str, list[_Episode]] = defaultdict(list)
    instructions: dict[str, str] = {}
    hashes: dict[str, str] = {}
    variants: dict[str, int] = {}
    for records in runs:
        entries = {entry.id: entry for entry in records.info.tasks}
        for (task, epoch), result in load_records(records, rechecks=True).results.items():
            entry = entries[task]
            if hashes.setdefault(task, entry.hash) != entry.hash:
                raise UsageError(
                    f"{task} is not the same task in {records.folder} as in the runs before it",
                    hint="compare runs of the same version of a task",
                )
            if variants.setdefault(task, result.variant) != result.variant:
                raise UsageError(
                    f"{task} was played in the variants {variants[task]} and {result.variant}",
                    hint="compare runs and epochs with the same --variant",
                )
            if result.score is None:
                continue
            folder = records.episode(task, epoch)
            candidate = Candidate(run=records.folder.name, epoch=epoch, score=result.score)
            digest = hashlib.sha256(folder.events_file().read_bytes()).hexdigest()
            tasks[task].append(_Episode(candidate, result, folder.path, digest))
            instructions[task] = entry.in_epoch(epoch, records.info.options).instruction
    return dict(tasks), instructions


def _key(episodes: Sequence[_Episode]) -> str:
    return hashlib.sha256("".join(episode.hash for episode in episodes).encode()).hexdigest()[:16]


def _read(out: Path, settings: ModelSettings) -> BestOf:
    if not out.exists():
        return BestOf(model=settings.model, base_url=settings.base_url)
    made = read_model(out, BestOf, hint="remove it; the comparisons are then made again")
    if (made.model, made.base_url) != (settings.model, settings.base_url):
        raise UsageError(
            f"{out} has the choices of {made.model}{f' at {made.base_url}' if made.base_url else ''}",
            hint="choose another file with --out",
        )
    return made


def _order(settings: ModelSettings, choices: dict[str, Choice]) -> BestOf:
    ordered = tuple(choices[task] for task in sorted(choices))
    return BestOf(model=settings.model, base_url=settings.base_url, choices=ordered)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
