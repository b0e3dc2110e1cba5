"""How long a study will take and what it will cost, before it is run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from controller.agents import registry as agents
from controller.core.agent import Usage
from controller.models.prices import Prices
from controller.records.run_info import EpisodeResult, RunOptions

OVERHEAD_SECONDS = 15.0
"""A guest's reset, a task's set-up, its check."""
SCRIPTED_SECONDS = 10.0
"""What a scripted agent plays."""
STEP_SECONDS = 8.0
"""A model's decision, its execution and the next screenshot."""
SHARE_OF_STEPS = 0.7
"""How much of its steps an agent takes, about as in the paper's Table 1."""
INPUT_TOKENS = 15_000
CACHED_SHARE = 0.7
OUTPUT_TOKENS = 300
"""What a step asks of a model: instructions, tools, a history with a few screenshots."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An episode's seconds on one guest and dollars; `cost` is None when the price is unknown.

    `measured` is the number of episodes it rests on, 0 for the assumptions above.
    """

    seconds: float
    cost: float | None
    measured: int


def estimate(options: RunOptions, done: Sequence[EpisodeResult], prices: Prices) -> Estimate:
    """From episodes of the same run that are done, else from assumptions."""
    if done:
        costs = [item.cost for item in done]
        known = [cost for cost in costs if cost is not None]
        cost = math.fsum(known) / len(known) if len(known) == len(costs) else None
        return Estimate(math.fsum(item.seconds for item in done) / len(done), cost, len(done))
    if not agents.load(options.agent).needs_model:
        return Estimate(OVERHEAD_SECONDS + SCRIPTED_SECONDS, 0.0, 0)
    steps = options.steps * SHARE_OF_STEPS
    cached = int(INPUT_TOKENS * CACHED_SHARE)
    usage = Usage(INPUT_TOKENS, OUTPUT_TOKENS, cache_read_tokens=cached)
    a_step = prices.cost({options.model: usage})
    return Estimate(OVERHEAD_SECONDS + steps * STEP_SECONDS, None if a_step is None else steps * a_step, 0)
