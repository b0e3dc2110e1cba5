"""What decisions state that their model calls cost, in place of the price list."""

from __future__ import annotations

import math
from collections.abc import Sequence

from controller.core.agent import Usage
from controller.models.exchange import ExchangeTotals
from testbed.errors import AgentError


class StatedCosts:
    """What an episode's decisions state, and which of its requests that covers.

    Attributes:
        total: The sum in dollars.
    """

    def __init__(self) -> None:
        self.total = 0.0
        self._of_models: dict[str, float | None] = {}
        self._covered: set[int] = set()
        self._uncounted = 0
        self._begun = (0, 0)

    def begin(self, totals: ExchangeTotals) -> None:
        """Note which requests were sent before a decision, as by a simulated user."""
        self._begun = (len(totals.requests), totals.uncounted)

    def add(self, cost: object, model: str, totals: ExchangeTotals) -> None:
        """Add what a decision states: for its requests or, if it sent none here, for its model.

        Raises AgentError when it is no amount of money.
        """
        if not isinstance(cost, int | float) or not 0 <= cost < math.inf:
            raise AgentError(f"a decision's cost is {cost!r}", hint="dollars, from 0 on, or None")
        first, uncounted = self._begun
        covered = range(first, len(totals.requests))
        models = {totals.requests[n][0] for n in covered} or {model}
        for name in models:  # the shares of several are unknown
            earlier = self._of_models.get(name, 0.0)
            self._of_models[name] = None if earlier is None or len(models) > 1 else earlier + cost
        self.total += cost
        self._covered.update(covered)
        self._uncounted += totals.uncounted - uncounted

    def others(self, requests: Sequence[tuple[str, Usage]]) -> list[tuple[str, Usage]]:
        """Return the requests whose cost is not stated."""
        return [request for n, request in enumerate(requests) if n not in self._covered]

    def leaves_uncounted(self, totals: ExchangeTotals) -> bool:
        """Test for a response without a count of tokens whose cost is not stated."""
        return totals.uncounted > self._uncounted

    def of(self, model: str, listed: float | None) -> float | None:
        """Return what a model has cost, given what its other requests cost by the price list."""
        stated = self._of_models.get(model, 0.0)
        return None if stated is None or listed is None else stated + listed
