"""What requests to models are priced and limited by."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from controller.models.concurrency import ConcurrencyLimiter
from controller.models.prices import Prices
from controller.models.usage_tracker import SpendingLimits


@dataclass(frozen=True)
class ModelAccess:
    """Prices of models, limits of what may be spent, and limits of concurrent requests.

    Attributes:
        price_list: The prices; None for testbed's own list.
        limits: What may be spent.
        limiter: Limits concurrent requests to model APIs.
    """

    price_list: Prices | None = None
    limits: SpendingLimits = field(default_factory=SpendingLimits)
    limiter: ConcurrencyLimiter = field(default_factory=ConcurrencyLimiter)

    @cached_property
    def prices(self) -> Prices:
        """The prices. Testbed's own list is read when they are first asked for: most episodes of no run never do."""
        return self.price_list or Prices.load()
