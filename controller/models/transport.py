"""The HTTP transport below every vendor's SDK: retries, waits, the time limit.

A request is retried after a broken connection and after the statuses in `_TRANSIENT`, with full-jitter exponential
back-off; an endpoint's own `retry-after` takes precedence. Responses are read whole before the SDK sees them, streams
too, so that one that breaks or ends in the middle is retried like any other.
"""

from __future__ import annotations

import email.utils
import json
import random
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

import httpx2

from controller.models.exchange import Exchange, HttpResponse, RequestAttempt, RequestDeadline, RetryPolicy
from controller.models.http_sender import Failure, HttpRequest, HttpSender, OwnSender, SendFailure
from controller.models.packing import load_body
from controller.models.picture_limits import count_pictures, picture_refusal, without_oldest
from controller.models.request_context import RequestContext
from controller.models.response_faults import response_fault
from controller.models.usage_parser import parse_usage
from testbed.errors import CancelledError, ModelApiError, TestbedError, UsageError

ERROR_TEXT_LIMIT = 300
"""How much of a failed attempt's response is recorded, in characters."""
_TRANSIENT = frozenset({408, 409, 425, 429})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_RETRY_DELAY = re.compile(rb'"retryDelay": *"(\d+(?:\.\d+)?)s"')
"""Google's errors say in the body how long to wait."""


class ModelTransport(httpx2.BaseTransport):
    """Sends the requests of a `ModelClient`."""

    def __init__(self, context: RequestContext, sender: HttpSender | None = None) -> None:
        """Create a transport that sends by `sender`, None for this process."""
        self._context = context
        self._own: OwnSender | None = None
        if sender is None:
            sender = self._own = OwnSender()
        self._sender = sender
        self._lock = threading.Lock()
        self._busy = False

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request, or answer it from the record in a replay.

        Raises:
            ModelApiError: No response within the deadline or the attempts.
            CancelledError: The episode is over.
            UsageError: The URL is not an HTTP address.
        """
        body = request.read()
        exchange = Exchange(request.method, _public_url(request.url), load_body(body), len(body))
        with self._while_open():
            replays = self._context.recorded_responses is not None
            response = self._replay(exchange) if replays else self._send(request, exchange)
        return httpx2.Response(response.status, headers=dict(response.headers), content=response.body)

    def close(self) -> None:
        """Do nothing: several SDK clients may share this transport, which `shut_down` ends."""

    def shut_down(self) -> None:
        """Close the connections, after the current request if there is one."""
        with self._lock:
            if not self._busy and self._own:
                self._own.close()

    def _replay(self, exchange: Exchange) -> HttpResponse:
        assert self._context.recorded_responses is not None
        self._context.recorded_responses.fill(exchange)
        self._context.record(exchange)
        if exchange.response is None:
            raise ModelApiError(exchange.failure)
        return exchange.response

    def _send(self, request: httpx2.Request, exchange: Exchange) -> HttpResponse:
        started = time.monotonic()
        try:
            response = self._send_fitting(request, exchange, self._context.deadline())
            parsed = parse_usage(response)
            exchange.served_model, exchange.usage = parsed.model, parsed.usage
            exchange.uncounted = parsed.whole and parsed.usage is None and bool(exchange.requested_model)
        except TestbedError as error:
            exchange.response, exchange.failure = None, error.message
            raise
        finally:
            exchange.seconds = round(time.monotonic() - started, 4)
            self._context.record(exchange)
        return response

    @contextmanager
    def _while_open(self) -> Iterator[None]:
        with self._lock:
            self._context.check_open()
            self._busy = True
        try:
            yield
        finally:
            with self._lock:
                self._busy = False
                if self._context.closed.is_set() and self._own:
                    self._own.close()

    def _send_fitting(
        self, request: httpx2.Request, exchange: Exchange, deadline: RequestDeadline
    ) -> HttpResponse:
        """Send a request with as many pictures as its model takes."""
        body, limits = exchange.body, self._context.limiter.pictures
        model = (_endpoint(request.url), exchange.requested_model)
        count = 0 if _is_signed(request) else count_pictures(body)
        while True:
            if excess := limits.excess(model, count):
                exchange.pictures_left_out, exchange.body = excess, without_oldest(body, excess)
                request = _with_body(request, exchange.body)
                exchange.request_bytes = len(request.read())
            response = self._send_with_retries(request, exchange, deadline)
            if not limits.learn(model, response, count - excess):
                return response

    def _send_with_retries(
        self, request: httpx2.Request, exchange: Exchange, deadline: RequestDeadline
    ) -> HttpResponse:
        policy = self._context.retry_policy
        earlier = len(exchange.attempts)
        while True:
            if deadline.left <= 0:
                raise _too_late(deadline, "no time was left for another attempt")
            started = time.monotonic()
            with self._context.limiter.slot(_endpoint(request.url), deadline, self._context.closed):
                problem, response, transient = self._attempt(request, deadline)
            status = response.status if response else 0
            _refuse_redirect(request.url, response)
            exchange.response = response
            exchange.attempts.append(RequestAttempt(status, problem, round(time.monotonic() - started, 4)))
            if response is not None and not transient:
                return response
            attempts = len(exchange.attempts) - earlier
            if attempts >= policy.attempts:
                if response is not None:
                    return response
                raise ModelApiError(
                    f"the model API failed after {policy.attempts} attempts: {problem}",
                    hint=f"is {exchange.url} the right address? see --base-url",
                )
            wait, reason = _pause(attempts, response, policy)
            if wait >= deadline.left:
                failure = f"HTTP {status}" if status >= 400 else problem
                raise _too_late(deadline, f"{failure} {reason}")
            exchange.attempts[-1] = replace(exchange.attempts[-1], wait=round(wait, 4))
            self._context.wait(wait)

    def _attempt(
        self, request: httpx2.Request, deadline: RequestDeadline
    ) -> tuple[str, HttpResponse | None, bool]:
        """Send a request once.

        Returns:
            What went wrong, "" if nothing; the response if it is whole; and whether another attempt may go well.
        """
        sent = self._sender.send_http(_plain(request), deadline.left)
        if isinstance(sent, SendFailure):
            return self._failure_text(sent, request.url, deadline), None, True
        headers = {name: self._context.redact(value) for name, value in sent.headers.items()}
        response = HttpResponse(sent.status, headers, self._context.redact_bytes(sent.body))
        if response.status >= 400 or picture_refusal(response):
            return f"HTTP {response.status}: {_first_words(response.body)}", response, _is_transient(response)
        # Lists of models, which are got, come in many forms.
        fault = response_fault(response) if request.method == "POST" else ""
        return f"in mid-answer: {_first_words(fault.encode())}" if fault else "", response, bool(fault)

    def _failure_text(self, failure: SendFailure, url: httpx2.URL, deadline: RequestDeadline) -> str:
        """What went wrong, for a failure that may be retried; raises for others."""
        text = self._context.redact(failure.text)
        match failure.kind:
            case Failure.ADDRESS:
                raise UsageError(
                    f"invalid address of a model API: {_public_url(url)!r}: {text}",
                    hint="give one that starts with http:// or https:// (--base-url)",
                )
            case Failure.PROXY:
                raise UsageError(
                    f"no request can be sent: {text}",
                    hint="pip install socksio, name a proxy that begins with http://, or unset the variable; NO_PROXY "
                    "names hosts to reach without",
                )
            case Failure.LARGE:
                raise ModelApiError(f"the model API's response is {text}")
        if self._context.closed.is_set():
            raise CancelledError("the episode is over")
        if failure.kind is Failure.LATE:
            raise _too_late(deadline, text)
        return f"Connection error: {text}"


def _is_signed(request: httpx2.Request) -> bool:
    """Whether a request's signature covers its body, so that it can only be sent as it is."""
    return request.headers.get("authorization", "").startswith("AWS4-")


def _with_body(request: httpx2.Request, body: object) -> httpx2.Request:
    """The request with another JSON body."""
    headers = [(name, value) for name, value in request.headers.multi_items() if name != "content-length"]
    return httpx2.Request(request.method, request.url, headers=headers, content=json.dumps(body).encode())


def _plain(request: httpx2.Request) -> HttpRequest:
    return HttpRequest(request.method, str(request.url), tuple(request.headers.multi_items()), request.read())


def _too_late(deadline: RequestDeadline, reason: str) -> ModelApiError:
    return ModelApiError(f"the model API did not answer within {deadline.seconds:.0f} s: {reason}")


def _public_url(url: httpx2.URL) -> str:
    """A URL as it may be shown and recorded: without user, password and query."""
    return str(url.copy_with(username=None, password=None, query=None, fragment=None))


def _refuse_redirect(url: httpx2.URL, response: HttpResponse | None) -> None:
    """Raise UsageError for a redirect to another host: the SDK would follow it and send the key there."""
    if response is None or response.status not in _REDIRECTS or "location" not in response.headers:
        return
    location = response.headers["location"]
    try:
        target = url.join(location)
    except httpx2.InvalidURL as error:
        raise ModelApiError(f"the model API redirects to an invalid address: {location[:100]!r}") from error
    if _endpoint(target) != _endpoint(url):
        raise UsageError(
            f"the model API at {_endpoint(url)} redirects to {_public_url(target)}, and the key is not sent there",
            hint="if that is the right address, give it with --base-url",
        )


def _endpoint(url: httpx2.URL) -> str:
    return str(url.copy_with(username=None, password=None, raw_path=b"/", fragment=None))


def _first_words(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())[:ERROR_TEXT_LIMIT]


def _is_transient(response: HttpResponse) -> bool:
    """Whether an error response may be followed by a better one."""
    if picture_refusal(response):
        return False
    should_retry = response.headers.get("x-should-retry")
    if should_retry in ("true", "false"):
        return should_retry == "true"
    return response.status in _TRANSIENT or response.status >= 500


def _pause(number: int, response: HttpResponse | None, policy: RetryPolicy) -> tuple[float, str]:
    """Seconds to wait after attempt `number`, and the reason in an error message."""
    requested = (_retry_after(response.headers) or _retry_delay(response.body)) if response else 0.0
    if requested > 0:
        return requested + random.uniform(0, requested / 4), f"asked to wait {requested:.0f} s"
    longest = min(policy.longest_wait, policy.first_wait * 2 ** (number - 1))
    return random.uniform(0, longest), "and no time was left for another attempt"


def _retry_delay(body: bytes) -> float:
    delay = _RETRY_DELAY.search(body)
    return float(delay[1]) if delay else 0.0


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the endpoint asks to wait, 0 when it does not say."""
    with suppress(ValueError):
        return float(headers.get("retry-after-ms", "")) / 1000
    value = headers.get("retry-after", "")
    with suppress(ValueError):
        return float(value)
    with suppress(ValueError):
        return email.utils.parsedate_to_datetime(value).timestamp() - time.time()
    return 0.0
