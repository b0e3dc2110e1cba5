"""What a run may spend, and what an episode has spent."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from controller.core.agent import Decision, Usage
from controller.models.client import ModelClient
from controller.models.prices import Prices
from testbed.errors import LimitReachedError


class SpendingLimits:
    """A run's limits on tokens and dollars, 0 for none, and what is spent already. Thread-safe.

    A decision under way when a limit is reached is paid for all the same, so a run may end somewhat above.
    """

    def __init__(self, max_tokens: int = 0, max_cost: float = 0.0) -> None:
        self._max_tokens = max_tokens
        self._max_cost = max_cost
        self._lock = threading.Lock()
        self._tokens = 0
        self._cost: float | None = 0.0

    def spend(self, tokens: int, cost: float | None) -> None:
        with self._lock:
            self._tokens += tokens
            self._cost = None if self._cost is None or cost is None else self._cost + cost

    def check(self) -> None:
        """Raises LimitReachedError when nothing may be spent any more."""
        with self._lock:
            tokens, cost = self._tokens, self._cost
        if self._max_tokens and tokens >= self._max_tokens:
            raise LimitReachedError(
                f"{tokens} tokens are spent, --max-tokens is {self._max_tokens}", hint="--max-tokens"
            )
        if self._max_cost and cost is None:
            raise LimitReachedError(
                "what was spent is unknown, as a model without a known price answered, or an endpoint counts no "
                "tokens; so --max-cost cannot hold",
                hint="--max-cost 0 (no limit)",
            )
        if self._max_cost and cost is not None and cost >= self._max_cost:
            raise LimitReachedError(
                f"${cost:.4f} are spent, --max-cost is ${self._max_cost:g}", hint="--max-cost"
            )


@dataclass(frozen=True, slots=True)
class EpisodeUsage:
    """What an episode's try took so far. `cost` is in dollars, None when a price is unknown."""

    usage: dict[str, Usage]
    cost: float | None
    calls: int = 0
    retries: int = 0
    request_bytes: int = 0
    seconds: float = 0.0
    otherwise: frozenset[tuple[str, str]] = frozenset()

    @property
    def total(self) -> Usage:
        total = Usage()
        for usage in self.usage.values():
            total += usage
        return total

    @property
    def tokens(self) -> int:
        return self.total.input_tokens + self.total.output_tokens


class UsageTracker:
    """The books of one try of an episode.

    What passed over the line counts. An agent that has another way to its model is believed what its
    decisions say.
    """

    def __init__(
        self, line: ModelClient, prices: Prices | None = None, budget: SpendingLimits | None = None
    ) -> None:
        self._line = line
        self._prices = prices or Prices.load()
        self._budget = budget or SpendingLimits()
        self._said: dict[str, Usage] = {}
        self._booked: tuple[int, float | None] = (0, 0.0)

    def check(self) -> None:
        """Raises LimitReachedError when the run may spend nothing any more."""
        self._budget.check()

    def add(self, decision: Decision) -> None:
        """Note what a decision says of itself."""
        model = decision.details.get("model")
        if decision.usage != Usage():
            name = model if isinstance(model, str) else ""
            self._said[name] = self._said.get(name, Usage()) + decision.usage

    def book(self) -> None:
        """Charge the run with what was spent since the last time."""
        spent = self.spent()
        tokens, cost = self._booked
        more = None if spent.cost is None or cost is None else spent.cost - cost
        self._budget.spend(spent.tokens - tokens, more)
        self._booked = (spent.tokens, spent.cost)

    def spent(self) -> EpisodeUsage:
        sent = self._line.totals
        usage = dict(sent.usage) if sent.calls else dict(self._said)
        cost = None if sent.uncounted else self._prices.cost(usage)
        return EpisodeUsage(
            usage=usage,
            cost=cost,
            calls=sent.calls or sum(used.calls for used in usage.values()),
            retries=sent.retries,
            request_bytes=sent.request_bytes,
            seconds=round(sent.seconds, 4),
            otherwise=frozenset(sent.otherwise),
        )
