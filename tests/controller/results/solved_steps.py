"""A metric as another distribution declares it: one object in one module."""

from __future__ import annotations

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
NOT_A_METRIC = "solved_steps"
