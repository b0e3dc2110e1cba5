"""An episode as data for its page, finished or running, as far as its records can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from controller.metrics.outcomes import Key
from controller.metrics.run_loader import catalogue_of, read_recheck, read_result
from controller.records.event_lines import Damage, read_events
from controller.records.run_info import EpisodeResult, Failure, Recheck, RunInfo, TaskEntry
from controller.records.run_records import RunRecords
from controller.records.trajectory import Step, Trajectory, Turn
from controller.records.trajectory_reader import trajectory_of
from controller.records.verdicts import ClaimRecord
from controller.results.viewer.run_files import relative_damage

Fault = Literal["refused", "unknown tool", "not offered", "no action", "denied", "failed"]


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """An attempt of an episode. `attempt` is 0 for the last one, else the number of an earlier one; `tries` are the
    numbers of all earlier ones.

    `result` and `recheck` are those of the last attempt; None if there is none that can be read. `epochs` are the
    task's epochs with records, `previous` and `next` the neighbouring episodes with records. `tools` are the guest's
    tools, None if the run has no list of them.
    """

    info: RunInfo
    task: TaskEntry
    epoch: int
    attempt: int
    trajectory: Trajectory
    result: EpisodeResult | None
    recheck: Recheck | None
    tries: tuple[int, ...]
    epochs: tuple[int, ...]
    previous: Key | None
    next: Key | None
    tools: frozenset[str] | None
    damage: tuple[Damage, ...]

    @property
    def variant(self) -> int | None:
        """The variant of the task; None of a task without variants."""
        return self.task.variant_in(self.epoch, self.info.options)

    @property
    def status(self) -> str:
        """How it ended; "" while it runs."""
        if self.result:
            return self.result.status
        return self.trajectory.end.status if self.trajectory.end else ""

    @property
    def score(self) -> float | None:
        """The checker's original score; None without a verdict."""
        if self.result:
            return self.result.score
        return self.trajectory.verdict.score if self.trajectory.verdict else None

    @property
    def claims(self) -> tuple[ClaimRecord, ...]:
        if self.result:
            return self.result.claims
        return self.trajectory.verdict.claims if self.trajectory.verdict else ()

    @property
    def safety(self) -> tuple[ClaimRecord, ...]:
        """What must not have happened, as claims."""
        if self.result:
            return self.result.safety
        return self.trajectory.verdict.safety if self.trajectory.verdict else ()

    @property
    def error(self) -> Failure | None:
        if self.result:
            return self.result.error
        return self.trajectory.end.error if self.trajectory.end else None

    @property
    def seconds(self) -> float:
        """Wall-clock time, up to now while it runs."""
        return self.result.seconds if self.result else max(0.0, self.trajectory.last - self.trajectory.began)

    def fault(self, step: Step, turn: Turn) -> Fault | None:
        """What went wrong with a step of a turn; None if nothing did."""
        if step.mistake:
            return "no action"
        if step.refused and step.kind == "tool_call" and self.tools is not None:
            name = str(step.action.get("name"))
            return "not offered" if name in self.tools or name in (turn.offered or ()) else "unknown tool"
        if step.refused:
            return "refused"
        if step.denied:
            return "denied"
        return "failed" if step.failed else None


def read_episode(records: RunRecords, task: TaskEntry, epoch: int, attempt: int = 0) -> EpisodeView | None:
    """An episode's last attempt, or an earlier one by number; None if there is no record of it."""
    key = (task.id, epoch)
    folder = records.episode(*key)
    tries = folder.attempts()
    if not folder.path.is_dir() or (attempt and attempt not in tries):
        return None
    damage: list[Damage] = []
    events = read_events(folder.events_file(attempt), damage)
    trajectory = trajectory_of(events, folder.path)
    # The list of tools is long, and only refused calls need it.
    needs_catalogue = records.info.tools_hash and any(step.refused for step in trajectory.steps)
    catalogue = catalogue_of(records.paths.tools_file, damage) if needs_catalogue else None
    keys = list(records.episodes())
    place = keys.index(key)
    return EpisodeView(
        info=records.info,
        task=task.in_epoch(epoch, records.info.options),
        epoch=epoch,
        attempt=attempt,
        trajectory=trajectory,
        result=None if attempt else read_result(folder, key, damage),
        recheck=None if attempt else read_recheck(folder, damage),
        tries=tries,
        epochs=tuple(
            number for name, number in keys if name == task.id and _has_started(records, (name, number))
        ),
        previous=_first_started(records, reversed(keys[:place])),
        next=_first_started(records, keys[place + 1 :]),
        tools=catalogue.names if catalogue else None,
        damage=relative_damage(records.folder, damage),
    )


def _has_started(records: RunRecords, key: Key) -> bool:
    return records.episode(*key).events_file().is_file()


def _first_started(records: RunRecords, keys: Iterable[Key]) -> Key | None:
    return next((key for key in keys if _has_started(records, key)), None)
