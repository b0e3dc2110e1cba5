"""How long the parts of an episode took: waiting for a guest, its boot, set-up, play, judging."""

from __future__ import annotations

import math
from collections.abc import Iterable

from controller.records.run_info import EpisodeResult

PHASES = {"wait": "waiting", "boot": "boot", "set_up": "set-up", "play": "play", "judge": "judge"}
"""The parts by their key in a result's `timings`, with their headings. The first two precede `seconds`."""


def durations_of(result: EpisodeResult | None) -> dict[str, float | None]:
    """Seconds of each part, as `<part>_seconds`; None for a part that the record does not have."""
    timings = result.timings if result else {}
    return {f"{phase}_seconds": timings.get(phase) for phase in PHASES}


def mean_durations(results: Iterable[EpisodeResult]) -> dict[str, float | None]:
    """Mean seconds of each part over the episodes whose record has it; None if none has."""
    known = [durations_of(result) for result in results]
    return {name: _mean([item[name] for item in known]) for name in durations_of(None)}


def _mean(values: Iterable[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return math.fsum(present) / len(present) if present else None
