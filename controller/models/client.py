"""An episode's door to model APIs: every request passes here, whatever the vendor.

    client = anthropic.Anthropic(api_key=line.key(…), max_retries=0, http_client=line.http_client())
    with line.decision(seconds=300) as sent:
        client.messages.create(…)

Time limits, retries, records and replay are the line's (`sender.py`); agents know nothing of them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange import Exchange, ExchangeTotals, RequestDeadline, RetryPolicy
from testbed.errors import CancelledError, UsageError

if TYPE_CHECKING:
    import httpx2

    from controller.models.exchange_recorder import ExchangeRecorder
    from controller.models.recorded_responses import RecordedResponses
    from controller.models.transport import ModelTransport

DECISION_SECONDS = 300.0
"""Time limit of a request made outside of a decision."""
REPLAY_KEY = "replay"
SCRUBBED = "[key]"
SHORTEST_SECRET = 12
"""A key with fewer characters is a stand-in for a server that asks for none ("none", "test", "ollama"): a word that
answers may hold, and that must stay in them."""


class ModelClient:
    """What one try of an episode says to model APIs. Used by one thread at a time, closed from any."""

    def __init__(
        self,
        patience: RetryPolicy | None = None,
        journal: ExchangeRecorder | None = None,
        answers: RecordedResponses | None = None,
        gate: ConcurrencyLimiter | None = None,
    ) -> None:
        """Exchanges are kept in `journal`; `answers` stand in for the model; `gate` is shared by many lines."""
        self.patience = patience or RetryPolicy()
        self.answers = answers
        self.gate = gate or ConcurrencyLimiter()
        self.totals = ExchangeTotals()
        self._journal = journal
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._sender: ModelTransport | None = None
        self._deadline: RequestDeadline | None = None
        self._sent = ExchangeTotals()
        self._keys: set[str] = set()

    @property
    def replays(self) -> bool:
        """Answers come from a record: no key is needed, none is asked for."""
        return self.answers is not None

    def http_client(self) -> httpx2.Client:
        """A client for a vendor's SDK (`http_client=`, with `max_retries=0`); `close` ends it."""
        import httpx2  # not above: most commands need no model

        from controller.models.transport import ModelTransport

        with self._lock:
            if self._sender is None:
                self._sender = ModelTransport(self)
        return httpx2.Client(transport=self._sender, timeout=None, follow_redirects=True)

    def key(self, variable: str, agent: str, default: str = "") -> str:
        """The API key in an environment variable; kept out of everything recorded unless it is a mere stand-in.

        Raises UsageError when there is none and no `default`, or it is no key.
        """
        if self.replays:
            return REPLAY_KEY
        key = os.environ.get(variable, "").strip()
        if not key:
            if default:
                return default
            raise UsageError(
                f"the {agent} agent needs an API key, and {variable} is not set",
                hint=f"export {variable}=…, or use --agent oracle, which needs none",
            )
        if not key.isascii() or not key.isprintable():
            raise UsageError(
                f"{variable} holds characters that no API key has", hint=f"set {variable} to the key alone"
            )
        if len(key) >= SHORTEST_SECRET:
            self._keys.add(key)
        return key

    @contextmanager
    def decision(self, seconds: float) -> Iterator[ExchangeTotals]:
        """A time limit for all requests inside, tries and waits included; what was sent is counted.

        Requests inside raise ModelApiError (as the cause of the SDK's own error) when time or tries run
        out, CancelledError when the episode is over.
        """
        if self._closed.is_set():
            raise CancelledError("the episode is over")
        before = self._deadline, self._sent
        self._deadline, self._sent = RequestDeadline(seconds), ExchangeTotals()
        try:
            yield self._sent
        finally:
            self._deadline, self._sent = before

    def close(self) -> None:
        """End the connections and the waits; nothing is sent, counted or kept from now on."""
        with self._lock:
            self._closed.set()
            sender = self._sender
        if sender is not None:
            sender.shut()

    # What follows is for the sender.

    @property
    def closed(self) -> threading.Event:
        return self._closed

    def deadline(self) -> RequestDeadline:
        return self._deadline or RequestDeadline(DECISION_SECONDS)

    def wait(self, seconds: float) -> None:
        """Raises CancelledError when the line is closed meanwhile."""
        if self._closed.wait(seconds):
            raise CancelledError("the episode is over")

    def scrub(self, text: str) -> str:
        """`text` without keys: an endpoint may repeat the one it was sent."""
        for key in self._keys:
            text = text.replace(key, SCRUBBED)
        return text

    def scrub_bytes(self, data: bytes) -> bytes:
        for key in self._keys:
            data = data.replace(key.encode("ascii"), SCRUBBED.encode("ascii"))
        return data

    def note(self, exchange: Exchange) -> None:
        """Count an exchange and keep it, unless the episode is over. Raises RecordsError."""
        with self._lock:
            if self._closed.is_set():
                return
            self.totals.add(exchange)
            self._sent.add(exchange)
            if self._journal is not None:
                self._journal.keep(exchange)
