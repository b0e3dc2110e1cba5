"""A run's files, read defensively: records may come from elsewhere. Only plain files inside the run's folder are
read; damaged ones are listed and left out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from controller.records.event_lines import Damage
from controller.records.run_folder import EpisodeFolder, RunFolder
from controller.records.run_info import EpisodeResult, Failure, Recheck
from controller.records.run_records import RunRecords
from controller.results.episode_end import is_edited
from controller.results.outcomes import Key
from controller.results.run_loader import invalid, read_recheck, read_result
from testbed.errors import RecordsError, TestbedError, UsageError


class UnreadableError(RecordsError):
    """A run's records cannot be opened."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(str(damage), hint="restore the file, or remove the run")
        self.damage = damage


def open_records(folder: Path) -> RunRecords:
    """A run's records. Raises UnreadableError also for values that testbed never writes."""
    path = RunFolder(folder).run_file
    problem = "is a link" if path.is_symlink() else ""
    try:
        records = RunRecords.open(folder)
    except TestbedError as error:
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            raise UnreadableError(invalid(path, b"", cause)) from error
        reason = "was removed" if isinstance(error, UsageError) else error.message.rpartition(f"{path}: ")[2]
        raise UnreadableError(Damage(str(path), 0, reason)) from error
    if problem:
        raise UnreadableError(Damage(str(path), 0, problem))
    return records


def read_results(
    records: RunRecords,
) -> tuple[dict[Key, EpisodeResult], dict[Key, Recheck], list[Damage]]:
    """Results, later verdicts, and those of them that cannot be read."""
    results: dict[Key, EpisodeResult] = {}
    rechecks: dict[Key, Recheck] = {}
    damage: list[Damage] = []
    for key in records.episodes():
        folder = records.episode(*key)
        outside = next(outside_of(records.folder, folder.path), None)
        if outside:
            damage.append(Damage(str(outside), 0, "leads out of the run's folder"))
            continue
        result = read_result(folder, key, damage)
        recheck = read_recheck(folder.recheck_file, damage)
        if result is not None:
            results[key] = result
        if recheck is not None:
            rechecks[key] = recheck
    return results, rechecks, damage


def run_error(records: RunRecords, damage: list[Damage]) -> Failure | None:
    """Why the run was aborted; None if it was not, or that cannot be read, which is added to `damage`."""
    path = records.paths.error_file
    if path.is_symlink():
        damage.append(Damage(str(path), 0, "is a link"))
        return None
    try:
        return records.error()
    except RecordsError as error:
        damage.append(Damage(str(path), 0, error.message.rpartition(": ")[2]))
        return None


def edited_episodes(records: RunRecords, results: Mapping[Key, EpisodeResult]) -> frozenset[Key]:
    """Episodes whose result, as read before rechecks, differs from their events."""
    return frozenset(
        key for key, result in results.items() if is_edited(records.episode(*key).events_file(), result)
    )


def outside_of(run: Path, episode: Path) -> Iterator[Path]:
    """Links in an episode's folder, or the folder itself, that lead out of the run's folder."""
    inside = os.path.realpath(run) + os.sep
    if not os.path.realpath(episode).startswith(inside):
        yield episode
        return
    for folder in (episode, EpisodeFolder(episode).attempts_folder):
        try:
            with os.scandir(folder) as entries:
                links = [Path(entry.path) for entry in entries if entry.is_symlink()]
        except OSError:
            continue  # missing or just removed: nothing is read from it
        yield from (path for path in links if not os.path.realpath(path).startswith(inside))


def relative_damage(folder: Path, damage: Iterable[Damage], place: str = "") -> tuple[Damage, ...]:
    """Damage with paths relative to `folder`, which is shown as `place`, so that pages reveal no other folders."""
    before, after = f"{folder}/", f"{place}/" if place else ""
    return tuple(
        replace(
            item, path=after + item.path.removeprefix(before), problem=item.problem.replace(before, after)
        )
        for item in damage
    )
