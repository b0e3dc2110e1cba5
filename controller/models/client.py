"""The client of model APIs: every request of an episode passes through it, whatever the vendor.

    sdk = anthropic.Anthropic(
        api_key=model_client.key("ANTHROPIC_API_KEY", "my_agent"),
        max_retries=0,
        http_client=model_client.http_client(),
    )
    with model_client.decision(seconds=300):
        sdk.messages.create(...)

Time limits, retries, records and replay belong to the client's transport (`transport.py`); agents need not know them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from controller.core.secrets import notations
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange import ExchangeTotals, RetryPolicy
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.recorded_responses import RecordedResponses
from controller.models.request_context import RequestContext
from testbed.errors import UsageError

if TYPE_CHECKING:  # httpx2 is imported when the first request needs it: most commands need no model
    import httpx2

    from controller.models.http_sender import HttpSender
    from controller.models.transport import ModelTransport

REPLAY_KEY = "replay"
MIN_SECRET_LENGTH = 12
"""A shorter key is a placeholder for a server that needs none ("none", "test", "ollama"). It may be an ordinary word
of a response, so it is not redacted."""


class ModelClient:
    """The way of one attempt of an episode to model APIs. Used by one thread at a time, closed from any."""

    def __init__(
        self,
        retry_policy: RetryPolicy | None = None,
        recorder: ExchangeRecorder | None = None,
        recorded_responses: RecordedResponses | None = None,
        limiter: ConcurrencyLimiter | None = None,
    ) -> None:
        """Create a client that has sent nothing yet.

        Args:
            retry_policy: How often a request is attempted.
            recorder: Where exchanges are recorded.
            recorded_responses: Responses that replace the model's (a replay).
            limiter: Bounds concurrent requests; shared by the clients of a run.
        """
        self._context = RequestContext(
            retry_policy=retry_policy or RetryPolicy(),
            limiter=limiter or ConcurrencyLimiter(),
            recorder=recorder,
            recorded_responses=recorded_responses,
        )
        self._lock = threading.Lock()
        self._transport: ModelTransport | None = None
        self._sender: HttpSender | None = None

    @property
    def totals(self) -> ExchangeTotals:
        """Sums over all requests so far."""
        return self._context.totals

    @property
    def recorded_responses(self) -> RecordedResponses | None:
        """The responses of a replay, None when a model is asked."""
        return self._context.recorded_responses

    @property
    def replays(self) -> bool:
        """Whether responses come from a record, so that no key is needed."""
        return self._context.recorded_responses is not None

    @property
    def closed(self) -> bool:
        """Whether the episode is over."""
        return self._context.closed.is_set()

    @contextmanager
    def answered_by(self, responses: RecordedResponses) -> Iterator[None]:
        """Answer the requests inside from the record of another episode, which has paid for them.

        They are recorded as its own, and counted by nobody.
        """
        context = self._context
        own, context.recorded_responses, context.shared = context.recorded_responses, responses, True
        try:
            yield
        finally:
            context.recorded_responses, context.shared = own, False

    def send_by(self, sender: HttpSender) -> None:
        """Have the requests sent by `sender`, from another process. Call it before `http_client`."""
        self._sender = sender

    def http_client(self) -> httpx2.Client:
        """Return an HTTP client for a vendor's SDK (`http_client=`, with `max_retries=0`); `close` ends it."""
        import httpx2

        from controller.models.transport import ModelTransport

        with self._lock:
            if self._transport is None:
                self._transport = ModelTransport(self._context, self._sender)
        return httpx2.Client(transport=self._transport, timeout=None, follow_redirects=True)

    def key(self, variable: str, agent: str, default: str = "") -> str:
        """Return the API key in an environment variable, and redact it in everything recorded.

        Args:
            variable: Name of the environment variable.
            agent: The agent's name, for error messages.
            default: Returned when the variable is not set.

        Raises:
            UsageError: The variable is not set and there is no `default`, or its value cannot be a key.
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
        if len(key) >= MIN_SECRET_LENGTH:
            self._context.secrets.update(notations(key))
        return key

    @contextmanager
    def decision(self, seconds: float) -> Iterator[ExchangeTotals]:
        """Limit the time of all requests inside, retries and waits included, and sum them up.

        Args:
            seconds: Time limit of the whole block.

        Yields:
            The sums over the requests inside, updated with each.

        Raises:
            CancelledError: The episode is over.
            ModelApiError: A request ran out of time or attempts (as the cause of the SDK's own error).
        """
        with self._context.decision(seconds) as totals:
            yield totals

    def close(self) -> None:
        """End connections and waits; nothing is sent, counted or recorded from now on."""
        with self._lock:
            self._context.close()
            transport = self._transport
        if transport is not None:
            transport.shut_down()
