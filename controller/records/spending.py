"""What model calls used, as records have it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from controller.models.prices import Prices
from controller.models.usage_tracker import EpisodeUsage

MOST = 10**15
Count = Annotated[int, Field(ge=0, le=MOST)]
"""A number that can be added up and divided. A float holds it exactly."""


PUBLIC = "public"
"""Annotates a field of a part's record whose texts are no user's and no task's, such as names of models."""


class Record(BaseModel):
    """A part of a record: it has no other fields, and does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Tokens(Record):
    """One model's usage. `input_tokens` include cached ones; `cost` is in US dollars, None when unknown."""

    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0
    calls: Count = 0
    cost: float | None = None


class Spending(Record):
    """Model usage of one attempt at an episode.

    `by_model` is keyed by the model as served. `cost` is in US dollars, None when unknown (a model without a
    known price, an endpoint that counts no tokens). `retries` are requests sent again; `model_seconds` is
    wall time, waits included. `substitutions` are pairs of models, requested and served, that differ.
    `endpoints` are the hosts that were called, with their ports; `mock`: whether a mock model answered.
    Old records lack these two.
    """

    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0
    cost: float | None = 0.0
    calls: Count = 0
    retries: Count = 0
    request_bytes: Count = 0
    model_seconds: float = 0.0
    by_model: Annotated[dict[str, Tokens], PUBLIC] = Field(default_factory=dict)
    substitutions: Annotated[tuple[tuple[str, str], ...], PUBLIC] = ()
    endpoints: Annotated[tuple[str, ...], PUBLIC] = ()
    mock: bool = False


def spending(spent: EpisodeUsage, prices: Prices) -> dict[str, Any]:
    """Return an episode's usage as the fields of a `Spending` record."""
    total = asdict(spent.total)
    del total["calls"]
    return {
        **total,
        "cost": spent.cost,
        "calls": spent.calls,
        "retries": spent.retries,
        "request_bytes": spent.request_bytes,
        "model_seconds": spent.seconds,
        "by_model": {
            model: Tokens(**asdict(used), cost=spent.costs.get(model, prices.cost({model: used})))
            for model, used in spent.usage.items()
        },
        "substitutions": tuple(sorted(spent.substitutions)),
        "endpoints": tuple(sorted(spent.endpoints)),
        "mock": spent.mock,
    }
