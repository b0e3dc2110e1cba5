"""Notices a `summary.json` that does not agree with the records of the episodes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.metrics.registry import PRIMARY
from controller.records.bounded import read_bounded
from controller.records.event_lines import Damage
from controller.records.event_values import number_of

_COMPARED = (("status",), ("tasks",), ("epochs",), ("overall", "selected"), ("overall", "ran"))


def stale_summary(path: Path, current: Mapping[str, Any]) -> Iterator[Damage]:
    """Yield what is wrong with a run's `summary.json`.

    Args:
        path: The file; a missing one is not wrong.
        current: The summary of the run's results, without later verdicts, which the file does not have either.
    """
    try:
        stored = json.loads(read_bounded(path))
    except FileNotFoundError:
        return
    except OSError as error:
        yield Damage(str(path), 0, error.strerror or str(error))
        return
    except (ValueError, RecursionError):
        yield Damage(str(path), 0, "the file is cut short or not JSON; computed from the episodes' records")
        return
    if any(_differ(_at(stored, place), _at(current, place)) for place in _COMPARED):
        was, now = (_at(summary, ("overall", "selected", PRIMARY.key)) for summary in (stored, current))
        numbers = ""
        if isinstance(was, int | float) and isinstance(now, int | float) and _differ(was, now):
            numbers = f" ({PRIMARY.label} {PRIMARY.format(was)} there, {PRIMARY.format(now)} in the records)"
        yield Damage(
            str(path),
            0,
            f"is out of date: the episodes' records differ{numbers}; computed from the episodes' records",
        )


def _at(summary: Any, place: tuple[str, ...]) -> Any:
    for name in place:
        summary = summary.get(name) if isinstance(summary, dict) else None
    return summary


def _differ(stored: Any, current: Any) -> bool:
    """Whether two values differ; of tables, what both have is compared, since versions add and change metrics."""
    if isinstance(stored, dict) and isinstance(current, dict):
        return any(_differ(stored[name], current[name]) for name in stored.keys() & current.keys())
    if isinstance(stored, float) or isinstance(current, float):
        return not math.isclose(number_of(stored), number_of(current), abs_tol=1e-9)
    return stored is not None and current is not None and bool(stored != current)
