"""Runs read from their records: damaged files are listed, everything else is read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from controller.records.event_lines import Damage, read_events
from controller.records.recheck import with_rechecks
from controller.records.run_folder import RunRecords
from controller.records.run_info import EpisodeResult, Recheck, RunInfo
from controller.results.episode_stats import Catalogue, EpisodeStats, episode_stats
from controller.results.outcomes import Key
from controller.results.summary import summarize

_Model = TypeVar("_Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run as far as it can be read.

    Attributes:
        info: What was run.
        results: How each episode ended, by task and epoch; without those not run or not readable.
        stats: What the agent did in these episodes.
        damage: Files that cannot be read.
    """

    info: RunInfo
    results: dict[Key, EpisodeResult]
    stats: dict[Key, EpisodeStats]
    damage: tuple[Damage, ...]

    def summary(self, *, times: bool = False) -> dict[str, Any]:
        """Summarize the run.

        Args:
            times: Whether to include seconds, which differ from run to run.

        Returns:
            The content of `summary.json`.
        """
        summary = summarize(self.info, self.results, self.stats)
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
        )


def load_records(records: RunRecords, *, rechecks: bool = False) -> LoadedRun:
    """Load all episodes that have a result, one at a time.

    Args:
        records: The run's records.
        rechecks: Whether verdicts of `testbed score --recheck` replace those of the run.

    Raises:
        RecordsError: A recheck is damaged.
    """
    damage: list[Damage] = []
    catalogue = catalogue_of(records.folder / "tools.json", damage) if records.info.tools_hash else None
    results: dict[Key, EpisodeResult] = {}
    stats: dict[Key, EpisodeStats] = {}
    for key in records.episodes():
        folder = records.recorder(*key).folder
        result = read_result(folder / "result.json", key, damage)
        if result is not None:
            results[key] = result
            stats[key] = episode_stats(read_events(folder / "events.jsonl", damage), catalogue)
    if rechecks:
        results = with_rechecks(results, records.rechecks())
    return LoadedRun(records.info, results, stats, tuple(damage))


def summary_of(records: RunRecords) -> dict[str, Any]:
    """The content of the run's `summary.json`."""
    return load_records(records).summary()


def _timeless(summary: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _timeless(value) if isinstance(value, dict) else value
        for key, value in summary.items()
        if not key.endswith("_seconds")
    }


def read_result(path: Path, key: Key, damage: list[Damage]) -> EpisodeResult | None:
    """An episode's result; None if there is none or it is damaged, which is added to `damage`."""
    result = _record(path, EpisodeResult, damage)
    if result is not None and (result.task, result.epoch) != key:
        problem = f"is the result of {result.task} ({result.epoch}) instead of {key[0]} ({key[1]})"
        damage.append(Damage(str(path), 0, problem))
        return None
    return result


def read_recheck(path: Path, damage: list[Damage]) -> Recheck | None:
    """A later verdict; None if there is none or it is damaged, which is added to `damage`."""
    return _record(path, Recheck, damage)


def _record(path: Path, model: type[_Model], damage: list[Damage]) -> _Model | None:
    try:
        data = path.read_bytes()
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
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        line = re.search(r"at line (\d+)", first["msg"])
        return Damage(str(path), int(line[1]) if line else 0, first["msg"])
    place = ".".join(map(str, first["loc"]))
    field = next((str(part) for part in reversed(first["loc"]) if isinstance(part, str)), "")
    before, separator, _ = data.partition(f'"{field}":'.encode())
    return Damage(str(path), before.count(b"\n") + 1 if separator else 0, f"{place}: {first['msg']}")


def catalogue_of(path: Path, damage: list[Damage]) -> Catalogue | None:
    """A run's list of tools; None if it cannot be read, which is added to `damage`."""
    try:
        return Catalogue(json.loads(path.read_bytes()))
    except OSError as error:
        damage.append(Damage(str(path), 0, error.strerror or str(error)))
    except ValueError as error:
        damage.append(Damage(str(path), getattr(error, "lineno", 0), f"not JSON: {error}"))
    except (KeyError, TypeError) as error:
        damage.append(Damage(str(path), 0, f"not a list of tools: {type(error).__name__}: {error}"))
    return None
