"""The one transport below every vendor's SDK: tries, waits, the time limit.

A request is tried again after a broken connection and the statuses in `_PASSING`, with full-jitter
exponential back-off; an endpoint that says how long to wait is obeyed. Answers are read whole before
anybody sees them, streams too, so that one that breaks in the middle is tried again like any other.
"""

from __future__ import annotations

import email.utils
import random
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import httpx2

from controller.models.exchange import Exchange, HttpResponse, RequestAttempt, RequestDeadline, RetryPolicy
from controller.models.packing import loaded
from controller.models.usage_parser import parse_usage
from testbed.errors import CancelledError, ModelApiError, TestbedError, UsageError

if TYPE_CHECKING:
    from controller.models.client import ModelClient

CONNECT_SECONDS = 10.0
ANSWER_LIMIT = 64 * 2**20
"""Largest answer taken, in bytes."""
SAID = 300
"""How much of a failed try's answer is kept, in characters."""
_PASSING = frozenset({408, 409, 425, 429})
_ERROR_EVENT = re.compile(
    rb"^event: *error\r?\ndata: *(.*(?:overloaded|api_error|server_error|rate_limit|timeout).*)$", re.M
)
"""An error in an event stream that had begun well, of a kind that may pass."""
_TRANSPORT_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})


class ModelTransport(httpx2.BaseTransport):
    """Sends a line's requests."""

    def __init__(self, line: ModelClient) -> None:
        self._line = line
        # A whole client, as it knows the environment's proxies.
        self._inner = httpx2.Client(timeout=None, follow_redirects=False)
        self._lock = threading.Lock()
        self._busy = False

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises ModelApiError, CancelledError, UsageError (an address that is none)."""
        body = request.read()
        exchange = Exchange(request.method, _address(request.url), loaded(body), len(body))
        with self._sending():
            answer = self._replayed(exchange) if self._line.answers else self._asked(request, exchange)
        return httpx2.Response(answer.status, headers=dict(answer.headers), content=answer.body)

    def close(self) -> None:
        """The line's to do: an SDK's client that is closed may not be the only one."""

    def shut(self) -> None:
        """Close the connections, after the request under way if there is one."""
        with self._lock:
            if not self._busy:
                self._inner.close()

    def _replayed(self, exchange: Exchange) -> HttpResponse:
        assert self._line.answers is not None
        self._line.answers.fill(exchange)
        self._line.note(exchange)
        if exchange.answer is None:
            raise ModelApiError(exchange.failure)
        return exchange.answer

    def _asked(self, request: httpx2.Request, exchange: Exchange) -> HttpResponse:
        begun = time.monotonic()
        try:
            answer = self._answered(request, exchange, self._line.deadline())
            found = parse_usage(answer)
            exchange.served, exchange.usage = found.model, found.usage
            exchange.uncounted = found.whole and found.usage is None and bool(exchange.asked)
        except TestbedError as error:
            exchange.answer, exchange.failure = None, error.message
            raise
        finally:
            exchange.seconds = round(time.monotonic() - begun, 4)
            self._line.note(exchange)
        return answer

    @contextmanager
    def _sending(self) -> Iterator[None]:
        with self._lock:
            if self._line.closed.is_set():
                raise CancelledError("the episode is over")
            self._busy = True
        try:
            yield
        finally:
            with self._lock:
                self._busy = False
                if self._line.closed.is_set():
                    self._inner.close()

    def _answered(
        self, request: httpx2.Request, exchange: Exchange, deadline: RequestDeadline
    ) -> HttpResponse:
        patience = self._line.patience
        while True:
            if deadline.left <= 0:
                raise _late(deadline, "no time was left for another try")
            begun = time.monotonic()
            with self._line.gate.place(_endpoint(request.url), deadline, self._line.closed):
                said, answer = self._try(request, deadline)
            status = answer.status if answer else 0
            exchange.answer = answer
            exchange.tries.append(RequestAttempt(status, said, round(time.monotonic() - begun, 4)))
            if answer is not None and not _may_pass(answer):
                return answer
            if len(exchange.tries) >= patience.tries:
                if answer is not None:
                    return answer
                raise ModelApiError(
                    f"the model API failed after {patience.tries} tries: {said}",
                    hint=f"is {exchange.url} the right address? see --base-url",
                )
            wait, why = _pause(len(exchange.tries), answer, patience)
            if wait >= deadline.left:
                raise _late(
                    deadline, f"{f'HTTP {answer.status}' if answer and answer.status >= 400 else said} {why}"
                )
            exchange.tries[-1] = replace(exchange.tries[-1], wait=round(wait, 4))
            self._line.wait(wait)

    def _try(self, request: httpx2.Request, deadline: RequestDeadline) -> tuple[str, HttpResponse | None]:
        """What went wrong, "" if nothing, and the answer if it is whole."""
        left = max(deadline.left, 0.001)
        request.extensions = {
            **request.extensions,
            "timeout": {"connect": min(left, CONNECT_SECONDS), "read": left, "write": left, "pool": left},
        }
        try:
            response = self._inner.send(request, stream=True)
            try:
                body = _body(response, deadline)
            finally:
                response.close()
        except (httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            raise UsageError(
                f"{_address(request.url)!r} is no address of a model API: {error}",
                hint="give one that starts with http:// or https:// (--base-url)",
            ) from error
        except (httpx2.RequestError, OSError) as error:
            if self._line.closed.is_set():
                raise CancelledError("the episode is over") from error
            if deadline.left <= 0 or isinstance(error, httpx2.ReadTimeout | httpx2.WriteTimeout):
                raise _late(deadline, self._line.scrub(str(error)) or "it was silent") from error
            return self._line.scrub(f"Connection error: {str(error) or type(error).__name__}"), None
        headers = {
            name.lower(): self._line.scrub(value)
            for name, value in response.headers.items()
            if name.lower() not in _TRANSPORT_HEADERS
        }
        answer = HttpResponse(response.status_code, headers, self._line.scrub_bytes(body))
        return _said(answer), answer


def _body(response: httpx2.Response, deadline: RequestDeadline) -> bytes:
    """The whole body. A read's own time limit would start anew with every piece that trickles in."""
    cut = threading.Event()
    timer = threading.Timer(max(deadline.left, 0), _cut, (response, cut))
    timer.daemon = True
    timer.start()
    pieces = bytearray()
    try:
        for piece in response.iter_bytes():
            pieces += piece
            if len(pieces) > ANSWER_LIMIT:
                raise ModelApiError(f"the model API's answer is larger than {ANSWER_LIMIT // 2**20} MiB")
    finally:
        timer.cancel()
    if cut.is_set():  # which may look like the end of an answer of unknown length
        raise _late(deadline, "its answer did not end")
    return bytes(pieces)


def _cut(response: httpx2.Response, cut: threading.Event) -> None:
    """End a connection in mid-answer, from another thread than the one that reads."""
    cut.set()
    stream = response.extensions.get("network_stream")
    open_socket = stream.get_extra_info("socket") if stream is not None else None
    if open_socket is not None:
        with suppress(OSError):  # it ended by itself
            open_socket.shutdown(socket.SHUT_RDWR)


def _late(deadline: RequestDeadline, why: str) -> ModelApiError:
    return ModelApiError(f"the model API did not answer within {deadline.seconds:.0f} s: {why}")


def _address(url: httpx2.URL) -> str:
    """An address as it may be shown and kept: without user, password and query."""
    return str(url.copy_with(username=None, password=None, query=None, fragment=None))


def _endpoint(url: httpx2.URL) -> str:
    return str(url.copy_with(username=None, password=None, raw_path=b"/", fragment=None))


def _said(answer: HttpResponse) -> str:
    """What an answer with an error says, shortened; "" for one without."""
    event = _error_event(answer)
    if answer.status < 400 and not event:
        return ""
    text = " ".join((event or answer.body).decode("utf-8", "replace").split())
    return f"{'in mid-answer' if event else f'HTTP {answer.status}'}: {text[:SAID]}"


def _error_event(answer: HttpResponse) -> bytes:
    if answer.status >= 400 or not answer.headers.get("content-type", "").startswith("text/event-stream"):
        return b""
    found = _ERROR_EVENT.search(answer.body)
    return found[1] if found else b""


def _may_pass(answer: HttpResponse) -> bool:
    if answer.status < 400:
        return bool(_error_event(answer))
    said = answer.headers.get("x-should-retry")
    if said in ("true", "false"):
        return said == "true"
    return answer.status in _PASSING or answer.status >= 500


def _pause(number: int, answer: HttpResponse | None, patience: RetryPolicy) -> tuple[float, str]:
    """Seconds to wait after try `number`, and why so long."""
    asked = _retry_after(answer.headers) if answer else 0.0
    if asked > 0:
        return asked + random.uniform(0, asked / 4), f"asked to wait {asked:.0f} s"
    longest = min(patience.longest_wait, patience.first_wait * 2 ** (number - 1))
    return random.uniform(0, longest), "and no time was left for another try"


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the endpoint asks to wait, 0 when it does not say."""
    with suppress(ValueError):
        return float(headers.get("retry-after-ms", "")) / 1000
    said = headers.get("retry-after", "")
    with suppress(ValueError):
        return float(said)
    with suppress(ValueError):
        return email.utils.parsedate_to_datetime(said).timestamp() - time.time()
    return 0.0
