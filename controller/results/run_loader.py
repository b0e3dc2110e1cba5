"""A run's records read for its numbers: what is damaged is named, the rest is read."""

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
from controller.results.metrics import Key, summarize

_Model = TypeVar("_Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run as far as it can be read. An episode whose result is damaged has none here."""

    info: RunInfo
    results: dict[Key, EpisodeResult]
    conducts: dict[Key, EpisodeStats]
    damage: tuple[Damage, ...]

    def summary(self, *, times: bool = False) -> dict[str, Any]:
        """The content of `summary.json`; with `times` also seconds, which no two runs have the same."""
        summary = summarize(self.info, self.results, self.conducts)
        return summary if times else _timeless(summary)

    def only(self, tasks: Mapping[str, str]) -> LoadedRun:
        """Of the run those tasks alone, by id, whose content has that hash."""
        kept = tuple(entry for entry in self.info.tasks if tasks.get(entry.id) == entry.hash)
        ids = {entry.id for entry in kept}
        return LoadedRun(
            self.info.model_copy(update={"tasks": kept}),
            {key: result for key, result in self.results.items() if key[0] in ids},
            {key: conduct for key, conduct in self.conducts.items() if key[0] in ids},
            self.damage,
        )


def load_records(records: RunRecords, *, rechecks: bool = False) -> LoadedRun:
    """All of a run's episodes that have a result, and what their events tell. Holds no event for long.

    With `rechecks` the verdicts of `testbed score --recheck` take the place of those of the run. Raises
    RecordsError when one is damaged.
    """
    damage: list[Damage] = []
    catalogue = catalogue_of(records.folder / "tools.json", damage) if records.info.tools_hash else None
    results: dict[Key, EpisodeResult] = {}
    conducts: dict[Key, EpisodeStats] = {}
    for key in records.episodes():
        folder = records.recorder(*key).folder
        result = read_result(folder / "result.json", key, damage)
        if result is not None:
            results[key] = result
            conducts[key] = episode_stats(read_events(folder / "events.jsonl", damage), catalogue)
    if rechecks:
        results = with_rechecks(results, records.rechecks())
    return LoadedRun(records.info, results, conducts, tuple(damage))


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
    """An episode's result; None when there is none, or it is damaged, which is added to `damage`."""
    result = _record(path, EpisodeResult, damage)
    if result is not None and (result.task, result.epoch) != key:
        problem = f"is the result of {result.task} ({result.epoch}), in the place of {key[0]} ({key[1]})"
        damage.append(Damage(str(path), 0, problem))
        return None
    return result


def read_recheck(path: Path, damage: list[Damage]) -> Recheck | None:
    """A later verdict; None when there is none, or it is damaged, which is added to `damage`."""
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
    """Where and why a file's content is not what it should be."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        line = re.search(r"at line (\d+)", first["msg"])
        return Damage(str(path), int(line[1]) if line else 0, first["msg"])
    place = ".".join(map(str, first["loc"]))
    named = next((str(part) for part in reversed(first["loc"]) if isinstance(part, str)), "")
    before, found, _ = data.partition(f'"{named}":'.encode())
    return Damage(str(path), before.count(b"\n") + 1 if found else 0, f"{place}: {first['msg']}")


def catalogue_of(path: Path, damage: list[Damage]) -> Catalogue | None:
    """A run's list of tools; None when it cannot be read, which is added to `damage`."""
    try:
        return Catalogue(json.loads(path.read_bytes()))
    except OSError as error:
        damage.append(Damage(str(path), 0, error.strerror or str(error)))
    except ValueError as error:
        damage.append(Damage(str(path), getattr(error, "lineno", 0), f"no JSON: {error}"))
    except (KeyError, TypeError) as error:
        damage.append(Damage(str(path), 0, f"no list of tools: {type(error).__name__}: {error}"))
    return None
