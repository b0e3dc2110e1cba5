"""Runs read from their records: damaged files are listed, everything else is read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from controller.metrics.episode_end import is_edited, recorded_endpoint
from controller.metrics.episode_stats import EpisodeStats, episode_stats
from controller.metrics.outcomes import Key
from controller.metrics.provenance import Provenance, provenance_of
from controller.metrics.stale_summary import stale_summary
from controller.metrics.summary import summarize
from controller.metrics.tool_catalogue import Catalogue
from controller.records.bounded import read_bounded
from controller.records.event_lines import Damage, read_events
from controller.records.files import describe_invalid
from controller.records.recheck import with_rechecks
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult, Failure, Recheck, RunInfo
from controller.records.run_records import RunRecords

_Model = TypeVar("_Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run as far as it can be read.

    Attributes:
        info: What was run.
        results: How each episode ended, by task and epoch; without those not run or not readable.
        stats: What the agent did in these episodes.
        damage: Files that cannot be read.
        edited: Episodes whose result differs from their events: it was changed after the run.
        rechecked: Episodes whose verdict is that of a later checker.
        error: Why the run was aborted; None if it was not.
    """

    info: RunInfo
    results: dict[Key, EpisodeResult]
    stats: dict[Key, EpisodeStats]
    damage: tuple[Damage, ...]
    edited: frozenset[Key] = frozenset()
    rechecked: frozenset[Key] = frozenset()
    error: Failure | None = None

    @property
    def provenance(self) -> Provenance:
        """Where the run's numbers come from."""
        return provenance_of(self.info, self.results.values(), edited=self.edited, rechecked=self.rechecked)

    def summary(self, *, times: bool = False) -> dict[str, Any]:
        """Summarize the run.

        Args:
            times: Whether to include seconds, which differ from run to run.

        Returns:
            The content of `summary.json`.
        """
        summary = summarize(self.info, self.results, self.stats, self.provenance, self.error)
        return summary if times else _timeless(summary)

    def only(self, tasks: Mapping[str, str]) -> LoadedRun:
        """The same run with only some of its tasks: hashes of the tasks' content by id."""
        entries = tuple(entry for entry in self.info.tasks if tasks.get(entry.id) == entry.hash)
        ids = {entry.id for entry in entries}
        return LoadedRun(
            self.info.model_copy(update={"tasks": entries}),
            {key: result for key, result in self.results.items() if key[0] in ids},
            {key: stats for key, stats in self.stats.items() if key[0] in ids},
            self.damage,
            frozenset(key for key in self.edited if key[0] in ids),
            frozenset(key for key in self.rechecked if key[0] in ids),
            self.error,
        )


def load_records(
    records: RunRecords, *, rechecks: bool = False, events: bool = True, foreign: bool = False
) -> LoadedRun:
    """Load all episodes that have a result, one at a time.

    `summary.json` is not used; with `events`, one that does not agree with the episodes is listed as damage.

    Args:
        records: The run's records.
        rechecks: Whether verdicts of `testbed score --recheck` replace those of the run.
        events: Whether to read what the agent did. Without it there are no `stats`, and the run is loaded quickly.
        foreign: Whether the run may be a stranger's. Links out of its folder are damage then, and so is a recheck
            that cannot be read.

    Raises:
        RecordsError: A recheck is damaged, unless `foreign`.
    """
    damage: list[Damage] = []
    needs_tools = events and records.info.tools_hash
    catalogue = catalogue_of(records.paths.tools_file, damage) if needs_tools else None
    results: dict[Key, EpisodeResult] = {}
    verdicts: dict[Key, Recheck] = {}
    stats: dict[Key, EpisodeStats] = {}
    edited = set()
    for key in records.episodes():
        folder = records.episode(*key)
        if foreign and (outside := next(outside_of(records.folder, folder), None)):
            damage.append(Damage(str(outside), 0, "leads out of the run's folder"))
            continue
        result = read_result(folder, key, damage)
        if rechecks:
            recheck = read_recheck(folder, damage) if foreign else records.recheck(*key)
            if recheck is not None:
                verdicts[key] = recheck
        if result is None:
            continue
        results[key] = result
        if events:
            counted = episode_stats(read_events(folder.events_file(), damage), catalogue)
            if result.status != "skipped":
                stats[key] = counted
        if is_edited(folder.events_file(), result):
            edited.add(key)
    error = _run_error(records.paths.error_file, damage, foreign=foreign)
    if events:
        damage += stale_summary(records.paths.summary_file, summarize(records.info, results, stats))
    return LoadedRun(
        records.info,
        with_rechecks(results, verdicts),
        stats,
        tuple(damage),
        frozenset(edited),
        frozenset(verdicts.keys() & results.keys()),
        error,
    )


def summary_of(records: RunRecords) -> dict[str, Any]:
    """The content of the run's `summary.json`."""
    return load_records(records).summary()


def _timeless(summary: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _timeless(value) if isinstance(value, dict) else value
        for key, value in summary.items()
        if not key.endswith("_seconds")
    }


def read_result(folder: EpisodeFolder, key: Key, damage: list[Damage]) -> EpisodeResult | None:
    """An episode's result; None if there is none or it is damaged, which is added to `damage`.

    An old result has no endpoint, which is then read from the record of requests.
    """
    path = folder.result_file
    result = _record(path, EpisodeResult, damage)
    if result is not None and (result.task, result.epoch) != key:
        problem = f"is the result of {result.task} ({result.epoch}) instead of {key[0]} ({key[1]})"
        damage.append(Damage(str(path), 0, problem))
        return None
    if result is not None and result.usage.calls and not result.usage.endpoints:
        known = {"endpoints": recorded_endpoint(folder.exchanges_file(), damage)}
        return result.model_copy(update={"usage": result.usage.model_copy(update=known)})
    return result


def read_recheck(folder: EpisodeFolder, damage: list[Damage]) -> Recheck | None:
    """A later verdict; None if there is none or it is damaged, which is added to `damage`."""
    return _record(folder.recheck_file, Recheck, damage)


def outside_of(run: Path, episode: EpisodeFolder) -> Iterator[Path]:
    """Links in an episode's folder, or the folder itself, that lead out of the run's folder."""
    inside = os.path.realpath(run) + os.sep
    if not os.path.realpath(episode.path).startswith(inside):
        yield episode.path
        return
    for folder in (episode.path, episode.attempts_folder):
        try:
            with os.scandir(folder) as entries:
                links = [Path(entry.path) for entry in entries if entry.is_symlink()]
        except OSError:
            continue  # missing or just removed: nothing is read from it
        yield from (path for path in links if not os.path.realpath(path).startswith(inside))


def _run_error(path: Path, damage: list[Damage], *, foreign: bool) -> Failure | None:
    """Why the run was aborted; None if it was not, or that cannot be read, which is added to `damage`."""
    if foreign and path.is_symlink():
        damage.append(Damage(str(path), 0, "is a link"))
        return None
    return _record(path, Failure, damage)


def _record(path: Path, model: type[_Model], damage: list[Damage]) -> _Model | None:
    try:
        data = read_bounded(path)
        return model.model_validate_json(data)
    except FileNotFoundError:
        return None
    except OSError as error:
        damage.append(Damage(str(path), 0, error.strerror or str(error)))
    except ValidationError as error:
        damage.append(invalid(path, data, error))
    return None


def invalid(path: Path, data: bytes, error: ValidationError) -> Damage:
    """Where and why a file does not conform to its format."""
    return Damage(str(path), *describe_invalid(data, error))


def catalogue_of(path: Path, damage: list[Damage]) -> Catalogue | None:
    """A run's list of tools; None if it cannot be read, which is added to `damage`."""
    try:
        return Catalogue(json.loads(read_bounded(path)))
    except OSError as error:
        damage.append(Damage(str(path), 0, error.strerror or str(error)))
    except (ValueError, RecursionError) as error:
        damage.append(Damage(str(path), getattr(error, "lineno", 0), f"not JSON: {error}"))
    except (KeyError, TypeError) as error:
        damage.append(Damage(str(path), 0, f"not a list of tools: {type(error).__name__}: {error}"))
    return None
