"""Estimates of a study's time and cost before it runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from controller.agents import registry as agents
from controller.core.agent import Usage
from controller.metrics.spec import NO_VALUE
from controller.metrics.variance import MOST_VARIANCE, smallest_difference
from controller.models.prices import Prices
from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions

OVERHEAD_SECONDS = 15.0
"""Reset of a guest, set-up of a task, check."""
SCRIPTED_SECONDS = 10.0
"""Playing time of a scripted agent."""
STEP_SECONDS = 8.0
"""A model's decision, its execution and the next screenshot."""
SHARE_OF_STEPS = 0.7
"""Share of the step budget that an agent uses, about as in the paper's Table 1."""
INPUT_TOKENS = 15_000
CACHED_SHARE = 0.7
OUTPUT_TOKENS = 300
"""Tokens of one step: instructions, tools, a history with a few screenshots."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Seconds of an episode on one guest, and its cost in US dollars, None when the price is unknown.

    `measured` is the number of episodes behind the estimate; 0 means the assumptions above.
    """

    seconds: float
    cost: float | None
    measured: int


SEES = (
    "sees: the smallest true difference of accuracy, in points, to a run of the same tasks and epochs that is found "
    "with a power of 80% at the 5% level; <= where no episodes show how scores spread, from the most they can"
)


def detectable_difference(tasks: int, epochs: int, variance: float | None) -> str:
    """Return the smallest difference of two runs that shows, as a text, given the variance of an episode's score."""
    if not tasks:
        return NO_VALUE
    known = "" if variance is not None else "<= "
    return f"{known}{100 * smallest_difference(tasks, epochs, MOST_VARIANCE if variance is None else variance):.1f}"


def estimate(options: RunOptions, done: Sequence[EpisodeResult], prices: Prices) -> Estimate:
    """Estimate from finished episodes of the same run, else from assumptions."""
    if done:
        costs = [item.usage.cost for item in done]
        known = [cost for cost in costs if cost is not None]
        cost = math.fsum(known) / len(known) if len(known) == len(costs) else None
        return Estimate(math.fsum(map(_seconds_of_worker, done)) / len(done), cost, len(done))
    if not agents.load_agent(options.agent).needs_model:
        return Estimate(OVERHEAD_SECONDS + SCRIPTED_SECONDS, 0.0, 0)
    steps = options.steps * SHARE_OF_STEPS
    cached = int(INPUT_TOKENS * CACHED_SHARE)
    usage = Usage(INPUT_TOKENS, OUTPUT_TOKENS, cache_read_tokens=cached)
    a_step = prices.cost({options.model: usage})
    return Estimate(OVERHEAD_SECONDS + steps * STEP_SECONDS, None if a_step is None else steps * a_step, 0)


def _seconds_of_worker(result: EpisodeResult) -> float:
    """How long an episode occupied its worker, from waiting for a guest to the verdict."""
    return result.seconds + result.timings.get("wait", 0.0) + result.timings.get("boot", 0.0)
