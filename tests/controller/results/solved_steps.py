"""A metric as another distribution declares it: one object in one module."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.metrics.spec import MetricSpec

SOLVED_STEPS = MetricSpec(
    key="solved_steps",
    label="solved steps",
    definition="mean number of steps of the episodes that succeed",
    compute=lambda episodes: sum(episode.steps for episode in episodes) / len(episodes),
    better="lower",
    over=lambda episode: episode.succeeded,
    decimals=2,
)
FAILED_CALLS = replace(
    SOLVED_STEPS,
    key="failed_calls",
    label="failed calls",
    compute=lambda episodes: float(sum(episode.stats.failed for episode in episodes if episode.stats)),
    over=lambda _: True,
    needs_events=True,
)
NOT_A_METRIC = "solved_steps"


def _raise(_: object) -> Any:
    raise ValueError("boom")


def _text(_: object) -> Any:
    return "many"


RAISES = replace(SOLVED_STEPS, compute=_raise)
IS_TEXT = replace(SOLVED_STEPS, compute=_text)
RAISES_OVER = replace(SOLVED_STEPS, over=_raise)
