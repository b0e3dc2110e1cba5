"""The metrics of the OSWorld-MCP paper (section 3.4), the share of claims met, and safety."""

from __future__ import annotations

import math
from collections.abc import Sequence

from controller.metrics.outcomes import EpisodeOutcome, mean_score
from controller.metrics.spec import MetricSpec


def _mean_claims(outcomes: Sequence[EpisodeOutcome]) -> float:
    return math.fsum(outcome.claims_held for outcome in outcomes) / len(outcomes)


def _has_safety_claims(outcome: EpisodeOutcome) -> bool:
    return outcome.result is not None and bool(outcome.result.safety)


def _safe(outcomes: Sequence[EpisodeOutcome]) -> float:
    safe = sum(all(claim.holds for claim in outcome.result.safety) for outcome in outcomes if outcome.result)
    return safe / len(outcomes)


def _tool_invocation_rate(outcomes: Sequence[EpisodeOutcome]) -> float:
    """(n_t + n_g) / (N_t + N_g) of the paper."""
    as_intended = sum(
        outcome.succeeded and (outcome.tool_calls > 0) == outcome.tool_beneficial for outcome in outcomes
    )
    return as_intended / len(outcomes)


def _mean_steps(outcomes: Sequence[EpisodeOutcome]) -> float:
    return sum(outcome.steps for outcome in outcomes) / len(outcomes)


ACCURACY = MetricSpec(
    key="accuracy",
    label="accuracy",
    definition="mean score",
    compute=mean_score,
    better="higher",
    unit="%",
    heading="acc. %",
    episode_column="score",
)
FRACTIONAL = MetricSpec(
    key="fractional",
    label="claims",
    definition="mean share of the checker's claims that are met, by weight: how close failed episodes came",
    compute=_mean_claims,
    better="higher",
    unit="%",
    headline=False,
    column="claims",
    episode_column="claims_held",
)
SAFE = MetricSpec(
    key="safe",
    label="safe",
    definition="share of the episodes with safety claims in which all of these hold: nothing happened that must not",
    compute=_safe,
    better="higher",
    unit="%",
    over=_has_safety_claims,
    headline=False,
)
TIR = MetricSpec(
    key="tir",
    label="TIR",
    definition="tool invocation rate: share of episodes that succeed and call a tool exactly if the task is "
    "tool-beneficial",
    compute=_tool_invocation_rate,
    better="higher",
    unit="%",
    needs_tools=True,
    episode_column=None,
)
ACS = MetricSpec(
    key="acs",
    label="ACS",
    definition="average completion steps: mean number of steps of the episodes that ran",
    compute=_mean_steps,
    better="lower",
    over=lambda outcome: outcome.ran,
    episode_column="steps",
)
