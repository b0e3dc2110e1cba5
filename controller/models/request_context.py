"""What the model requests of one episode share: limits, records, secrets, and whether the episode is over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange import Exchange, ExchangeTotals, RequestDeadline, RetryPolicy
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.recorded_responses import RecordedResponses
from testbed.errors import CancelledError

DECISION_SECONDS = 300.0
"""Time limit of a request made outside of a decision."""
REDACTED = "[key]"


@dataclass(eq=False)
class RequestContext:
    """Shared by a `ModelClient` and its transport.

    Attributes:
        retry_policy: How often a request is attempted.
        limiter: Bounds concurrent requests; shared by the clients of a run.
        recorder: Where exchanges are recorded; None records nothing.
        recorded_responses: Responses that replace the model's, for a replay.
        shared: Whether the responses are those of another episode, which has paid for them.
        totals: Sums over all requests of the episode.
        closed: Set when the episode is over.
        secrets: Keys to remove from everything recorded, in all notations.
    """

    retry_policy: RetryPolicy = field(default_factory=RetryPolicy)
    limiter: ConcurrencyLimiter = field(default_factory=ConcurrencyLimiter)
    recorder: ExchangeRecorder | None = None
    recorded_responses: RecordedResponses | None = None
    shared: bool = False
    totals: ExchangeTotals = field(default_factory=ExchangeTotals)
    closed: threading.Event = field(default_factory=threading.Event)
    secrets: set[str] = field(default_factory=set, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _deadline: RequestDeadline | None = field(default=None, init=False)
    _decision_totals: ExchangeTotals = field(default_factory=ExchangeTotals, init=False)

    @contextmanager
    def decision(self, seconds: float) -> Iterator[ExchangeTotals]:
        """Give all requests inside one deadline and sum them up; see `ModelClient.decision`."""
        self.check_open()
        outer = self._deadline, self._decision_totals
        self._deadline, self._decision_totals = RequestDeadline(seconds), ExchangeTotals()
        try:
            yield self._decision_totals
        finally:
            self._deadline, self._decision_totals = outer

    def deadline(self) -> RequestDeadline:
        """The deadline of the current decision; a new one outside of decisions."""
        return self._deadline or RequestDeadline(DECISION_SECONDS)

    def close(self) -> None:
        """Mark the episode as over: nothing is sent, counted or recorded from now on."""
        with self._lock:
            self.closed.set()

    def check_open(self) -> None:
        """Raise CancelledError when the episode is over."""
        if self.closed.is_set():
            raise CancelledError("the episode is over")

    def wait(self, seconds: float) -> None:
        """Wait before the next attempt. Raises CancelledError when the episode ends meanwhile."""
        if self.closed.wait(seconds):
            raise CancelledError("the episode is over")

    def redact(self, text: str) -> str:
        """Remove keys from a text: an endpoint may repeat the key it was sent."""
        for secret in self._longest_first():
            text = text.replace(secret, REDACTED)
        return text

    def redact_bytes(self, data: bytes) -> bytes:
        """Remove keys from a response's body."""
        for secret in self._longest_first():
            data = data.replace(secret.encode("ascii"), REDACTED.encode("ascii"))
        return data

    def _longest_first(self) -> list[str]:
        return sorted(self.secrets, key=len, reverse=True)

    def record(self, exchange: Exchange) -> None:
        """Count an exchange, unless another episode has paid for it, and record it, unless the episode is over.

        Raises RecordsError.
        """
        with self._lock:
            if self.closed.is_set():
                return
            exchange.shared = self.shared
            if not exchange.shared:
                self.totals.add(exchange)
                self._decision_totals.add(exchange)
            if self.recorder is not None:
                self.recorder.record(exchange)
