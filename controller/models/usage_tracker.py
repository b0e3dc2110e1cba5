"""What a run may spend, and what an episode has spent."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

from controller.core.agent import Decision, Usage
from controller.models.client import ModelClient
from controller.models.picture_limits import PICTURE_LIMIT
from controller.models.prices import Prices
from controller.models.stated_costs import StatedCosts
from testbed.errors import LimitReachedError


class SpendingLimits:
    """A run's limits on tokens and dollars (0 is no limit), and what the run has spent. Thread-safe.

    A decision in progress when a limit is reached is still paid for, so a run may end slightly above its limit.
    """

    def __init__(self, max_tokens: int = 0, max_cost: float = 0.0) -> None:
        self._max_tokens = max_tokens
        self._max_cost = max_cost
        self._lock = threading.Lock()
        self._tokens = 0
        self._cost: float | None = 0.0

    def spend(self, tokens: int, cost: float | None) -> None:
        """Add to what the run has spent; `cost` is in dollars, None when a price is unknown."""
        with self._lock:
            self._tokens += tokens
            self._cost = None if self._cost is None or cost is None else self._cost + cost

    @property
    def spent(self) -> tuple[int, float | None]:
        """Tokens and dollars spent; None when a price is unknown."""
        with self._lock:
            return self._tokens, self._cost

    def check(self) -> None:
        """Raise LimitReachedError when nothing more may be spent."""
        with self._lock:
            tokens, cost = self._tokens, self._cost
        if self._max_tokens and tokens >= self._max_tokens:
            raise LimitReachedError(
                f"{tokens} tokens are spent, --max-tokens is {self._max_tokens}", hint="--max-tokens"
            )
        if self._max_cost and cost is None:
            raise LimitReachedError(
                "--max-cost cannot be enforced: the cost is unknown, because a model without a known price "
                "responded or an endpoint counts no tokens",
                hint="--max-cost 0 (no limit)",
            )
        if self._max_cost and cost is not None and cost >= self._max_cost:
            raise LimitReachedError(
                f"${cost:.4f} are spent, --max-cost is ${self._max_cost:g}", hint="--max-cost"
            )


@dataclass(frozen=True, slots=True)
class EpisodeUsage:
    """What one attempt of an episode has used so far.

    Attributes:
        usage: Tokens by model.
        cost: Dollars, None when a price is unknown.
        costs: The same by model.
        calls: Number of model calls.
        retries: Number of repeated attempts of calls.
        request_bytes: Size of the requests' bodies.
        seconds: Duration of the calls, waits included.
        substitutions: Models served instead of the requested ones, as (requested, served).
        endpoints: Hosts that were called, with their ports.
        mock: Whether a mock model answered.
    """

    usage: dict[str, Usage]
    cost: float | None
    calls: int = 0
    retries: int = 0
    request_bytes: int = 0
    seconds: float = 0.0
    substitutions: frozenset[tuple[str, str]] = frozenset()
    costs: dict[str, float | None] = field(default_factory=dict)
    endpoints: frozenset[str] = frozenset()
    mock: bool = False

    @property
    def total(self) -> Usage:
        """The sum over models."""
        total = Usage()
        for usage in self.usage.values():
            total += usage
        return total

    @property
    def tokens(self) -> int:
        """Input and output tokens of all models."""
        return self.total.input_tokens + self.total.output_tokens


class UsageTracker:
    """Tracks the usage of one attempt of an episode.

    Usage is read from the model client's exchanges. For an agent that calls its model in another way, the usage
    reported in its decisions is used. What a decision states as its cost takes the place of its requests' prices.
    """

    def __init__(
        self, model_client: ModelClient, prices: Prices | None = None, limits: SpendingLimits | None = None
    ) -> None:
        self._model_client = model_client
        self._prices = prices or Prices.load()
        self._limits = limits or SpendingLimits()
        self._reported: dict[str, Usage] = {}
        self._unpriced: dict[str, Usage] = {}
        self._stated = StatedCosts()
        self._flushed: tuple[int, float | None] = (0, 0.0)
        self._left_out_before = 0

    def check(self) -> None:
        """Raise LimitReachedError when the run may spend nothing more."""
        self._limits.check()

    def begin_decision(self) -> None:
        """Note that the requests from now on are those of a decision. Raises LimitReachedError as `check`."""
        self.check()
        self._stated.begin(self._model_client.totals)
        self._left_out_before = self._model_client.totals.pictures_left_out

    def add(self, decision: Decision) -> Decision:
        """Add the usage and the cost that a decision reports.

        Returns:
            The decision; if pictures were left out of its requests (`picture_limits.py`), with a fold that counts them.

        Raises:
            AgentError: The cost is none.
        """
        model = decision.details.get("model")
        name = model if isinstance(model, str) else ""
        if decision.usage != Usage():
            reports = [self._reported] if decision.cost is not None else [self._reported, self._unpriced]
            for report in reports:
                report[name] = report.get(name, Usage()) + decision.usage
        if decision.cost is not None:
            self._stated.add(decision.cost, name, self._model_client.totals)
        left_out = self._model_client.totals.pictures_left_out - self._left_out_before
        if not left_out:
            return decision
        folds = decision.details.get("folds")
        fold = {"kind": PICTURE_LIMIT, "count": left_out, "by": "client", "text": ""}
        listed = [*(folds if isinstance(folds, list | tuple) else ()), fold]
        return replace(decision, details={**decision.details, "folds": listed})

    def flush(self) -> None:
        """Charge the run with what was spent since the last call."""
        current = self.current()
        tokens, cost = self._flushed
        difference = None if current.cost is None or cost is None else current.cost - cost
        self._limits.spend(current.tokens - tokens, difference)
        self._flushed = (current.tokens, current.cost)

    def current(self) -> EpisodeUsage:
        """Return the usage so far."""
        totals = self._model_client.totals
        usage = dict(totals.usage) if totals.calls else dict(self._reported)
        requests = self._stated.others(totals.requests) if totals.calls else list(self._unpriced.items())
        listed = None if self._stated.leaves_uncounted(totals) else self._prices.cost_of_requests(requests)
        costs = {
            model: self._stated.of(
                model, self._prices.cost_of_requests(request for request in requests if request[0] == model)
            )
            for model in usage
        }
        cost = None if listed is None else listed + self._stated.total
        return EpisodeUsage(
            usage=usage,
            cost=cost,
            calls=totals.calls or sum(used.calls for used in usage.values()),
            retries=totals.retries,
            request_bytes=totals.request_bytes,
            seconds=round(totals.seconds, 4),
            substitutions=frozenset(totals.substitutions),
            costs=costs,
            endpoints=frozenset(totals.endpoints),
            mock=totals.mock,
        )
