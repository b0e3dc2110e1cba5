"""The part of `summary.json` that a list of runs shows, used while it is up to date."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from controller.core.invalid_data import describe_invalid
from controller.core.old_names import RenamedFields
from controller.metrics.registry import all_metrics
from controller.metrics.spec import MetricSpec
from controller.records.bounded import read_bounded
from controller.records.event_lines import Damage
from controller.records.run_info import ERRORS, Failure, Status
from controller.records.run_records import RunRecords
from controller.results.viewer.live import NOTHING, stat_of


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class MetricValues(_Part):
    """The metrics of some episodes by key; None for one that is not defined for them."""

    episodes: int = Field(ge=0)
    metrics: dict[str, float | None]

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        """Metrics and `episodes` share a table in `summary.json`."""
        if not isinstance(data, Mapping) or "metrics" in data:
            return data
        known = {spec.key: data[spec.key] for spec in _result_metrics() if spec.key in data}
        return {"episodes": data.get("episodes"), "metrics": known}


class _StatsCount(_Part):
    episodes: int = Field(ge=0)


class Overall(RenamedFields, _Part):
    """All episodes, those that ran, and how many had a result when the summary was written."""

    _old_names: ClassVar[Mapping[str, str]] = {"conduct": "behavior"}

    selected: MetricValues
    ran: MetricValues
    behavior: _StatsCount = _StatsCount(episodes=0)

    @property
    def has_every_metric(self) -> bool:
        """Whether no metric was registered after the summary was written."""
        return all(
            spec.key in part.metrics for spec in _result_metrics() for part in (self.selected, self.ran)
        )


class StoredProvenance(_Part):
    """Remarks on where the numbers come from."""

    marks: tuple[str, ...] = ()


class StoredSummary(_Part):
    """Numbers over all of a run's episodes. `results` counts those with a readable result.

    `provenance` is None in a summary of an older version, `error` unless the run was aborted by one. `spent` is the
    cost without that of replayed responses.
    """

    tasks: int = Field(ge=0)
    epochs: int = Field(ge=1)
    status: dict[Status, int]
    without_verdict: dict[str, int]
    overall: Overall
    cost: float | None
    spent: float | None = None
    provenance: StoredProvenance | None = None
    error: Failure | None = None
    results: int = Field(0, ge=0)

    @classmethod
    def of(cls, summary: Mapping[str, Any], results: int) -> StoredSummary:
        """The part of a whole summary."""
        return cls.model_validate({**summary, "results": results})

    @property
    def episodes(self) -> int:
        return self.tasks * self.epochs

    @property
    def errors(self) -> int:
        return sum(self.status.get(name, 0) for name in ERRORS)


def stored_summary(records: RunRecords, damage: list[Damage]) -> StoredSummary | None:
    """The run's `summary.json`; None if there is none, or it is older than a result or a metric."""
    path = records.paths.summary_file
    written = stat_of(path)
    if written == NOTHING or path.is_symlink():
        return None
    results = 0
    for key in records.episodes():
        folder = records.episode(*key)
        result = stat_of(folder.result_file)
        results += result != NOTHING
        if max(stat_of(folder.path)[2], result[2]) > written[2] or stat_of(folder.recheck_file) != NOTHING:
            return None
    try:
        summary = StoredSummary.model_validate_json(read_bounded(path))
    except (OSError, ValidationError) as error:
        problem = describe_invalid(error) if isinstance(error, ValidationError) else str(error)
        damage.append(Damage(str(path), 0, f"{problem}; counted from the results"))
        return None
    if not _finite(summary.model_dump()):
        damage.append(Damage(str(path), 0, "has a number that is not finite; counted from the results"))
        return None
    expected = (len(records.info.tasks), records.info.options.epochs, results)
    current = (summary.tasks, summary.epochs, summary.overall.behavior.episodes) == expected
    if not current or not summary.overall.has_every_metric or summary.provenance is None:
        return None
    return summary.model_copy(update={"results": results})


def _result_metrics() -> list[MetricSpec]:
    """Metrics that results alone give, without the events of every episode."""
    return [spec for spec in all_metrics() if not spec.needs_events]


def _finite(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return not isinstance(value, float) or math.isfinite(value)
