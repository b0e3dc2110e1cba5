"""The numbers of `summary.json` that a list of runs shows, used where they still hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.records.event_lines import Damage
from controller.records.run_folder import RunRecords
from controller.records.run_info import Status
from controller.results.viewer.live import NOTHING, stat_of


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Numbers(_Part):
    """The metrics of some episodes; None where there is nothing to divide by."""

    episodes: int = Field(ge=0)
    accuracy: float | None
    fractional: float | None
    tir: float | None
    acs: float | None


class _Counted(_Part):
    episodes: int = Field(ge=0)


class Overall(_Part):
    """All episodes, those that ran, and how many had a result when this was written."""

    selected: Numbers
    ran: Numbers
    conduct: _Counted = _Counted(episodes=0)


class KeptSummary(_Part):
    """Numbers over all of a run's episodes. `results` are how many have a result that can be read."""

    tasks: int = Field(ge=0)
    epochs: int = Field(ge=1)
    status: dict[Status, int]
    without_verdict: dict[str, int]
    overall: Overall
    cost: float | None
    results: int = Field(0, ge=0)

    @classmethod
    def of(cls, summary: Mapping[str, Any], results: int) -> KeptSummary:
        """Those of a whole summary."""
        return cls.model_validate({**summary, "results": results})

    @property
    def episodes(self) -> int:
        return self.tasks * self.epochs

    @property
    def errors(self) -> int:
        return self.status.get("infra_error", 0) + self.status.get("agent_error", 0)


def kept_summary(records: RunRecords, damage: list[Damage]) -> KeptSummary | None:
    """The run's `summary.json`; None when there is none, or when results have come or gone since."""
    path = records.folder / "summary.json"
    written = stat_of(path)
    if written == NOTHING or path.is_symlink():
        return None
    results = 0
    for key in records.episodes():
        folder = records.recorder(*key).folder
        result = stat_of(folder / "result.json")
        results += result != NOTHING
        if max(stat_of(folder)[2], result[2]) > written[2] or stat_of(folder / "recheck.json") != NOTHING:
            return None
    try:
        found = KeptSummary.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        said = error.errors(include_url=False)[0]["msg"] if isinstance(error, ValidationError) else str(error)
        damage.append(Damage(str(path), 0, f"{said}; counted from the results"))
        return None
    if not _finite(found.model_dump()):
        damage.append(Damage(str(path), 0, "a number in it is none; counted from the results"))
        return None
    known = (len(records.info.tasks), records.info.options.epochs, results)
    if (found.tasks, found.epochs, found.overall.conduct.episodes) != known:
        return None
    return found.model_copy(update={"results": results})


def _finite(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return not isinstance(value, float) or math.isfinite(value)
