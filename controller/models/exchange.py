"""Requests to model APIs and their responses, as data."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from controller.core.agent import Usage

MOCK_HEADER = "x-testbed-mock"
"""Header of every response of a mock model."""
_DATED = re.compile(r"[-@]20\d\d-?[01]\d-?[0-3]\d$")
_PLATFORM = re.compile(r"^(?:[a-z-]+\.)?anthropic\.|-v\d+(?::\d+)?$")
"""What Amazon Bedrock adds to a model's name."""
_MODEL_IN_URL = re.compile(r"/models/([^/:]+):")
"""Google's API names the model in the URL, before the method."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a request is attempted in all, and the bounds of the waits between attempts, in seconds."""

    attempts: int = 6
    first_wait: float = 1.0
    longest_wait: float = 30.0


@dataclass(frozen=True, slots=True)
class RequestAttempt:
    """One attempt of a request.

    Attributes:
        status: The response's HTTP status, 0 when there was no whole response.
        error: What went wrong, "" if nothing.
        seconds: How long the attempt took.
        wait: Seconds waited before the next attempt.
    """

    status: int
    error: str = ""
    seconds: float = 0.0
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A whole response of an endpoint, decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


@dataclass(slots=True)
class Exchange:
    """A request with its attempts and its response.

    Attributes:
        body: The request as JSON, as it was sent last.
        started: Time of the first attempt, in seconds since the epoch.
        response: The last attempt's response, None when it was not whole.
        failure: Why there is no response.
        seconds: Duration with all attempts and waits.
        served_model: The model that the response names, "" when it names none.
        usage: The tokens that the response counts, None when it counts none.
        uncounted: Whether this is a whole response of a model without a count of tokens.
        pictures_left_out: How many of the oldest pictures are not in `body`, for the model's limit.
        shared: Whether another episode has paid for it, from which this one goes on.
    """

    method: str
    url: str
    body: Any = field(repr=False)
    request_bytes: int
    started: float = field(default_factory=time.time)
    attempts: list[RequestAttempt] = field(default_factory=list)
    response: HttpResponse | None = None
    failure: str = ""
    seconds: float = 0.0
    served_model: str = ""
    usage: Usage | None = None
    uncounted: bool = False
    pictures_left_out: int = 0
    shared: bool = False

    @property
    def requested_model(self) -> str:
        """The model that the request names, "" when it names none."""
        model = self.body.get("model") if isinstance(self.body, dict) else None
        if isinstance(model, str) and model:
            return model
        in_url = _MODEL_IN_URL.search(self.url)
        return in_url[1] if in_url else ""

    @property
    def endpoint(self) -> str:
        """Host and port of the request's URL; without a port when it is the scheme's own."""
        return urlsplit(self.url).netloc

    @property
    def is_mock(self) -> bool:
        """Whether a mock model sent the response."""
        return self.response is not None and MOCK_HEADER in self.response.headers


@dataclass(slots=True)
class ExchangeTotals:
    """Sums over the requests of a decision or of an episode.

    Attributes:
        calls: Number of requests, each with all its attempts.
        retries: Number of attempts after the first ones.
        uncounted: Number of models' responses without a count of tokens.
        pictures_left_out: Number of pictures left out of requests, for models' limits.
        request_bytes: Size of the requests' bodies.
        seconds: Duration of the requests, waits included.
        usage: Tokens by the model as served.
        requests: The model as served and the tokens of each request: prices may depend on a prompt's length.
        substitutions: Models served instead of the requested ones, as (requested, served).
        endpoints: Hosts of the requests, with their ports.
        mock: Whether a mock model answered one.
    """

    calls: int = 0
    retries: int = 0
    uncounted: int = 0
    pictures_left_out: int = 0
    request_bytes: int = 0
    seconds: float = 0.0
    usage: dict[str, Usage] = field(default_factory=dict)
    requests: list[tuple[str, Usage]] = field(default_factory=list)
    substitutions: set[tuple[str, str]] = field(default_factory=set)
    endpoints: set[str] = field(default_factory=set)
    mock: bool = False

    def add(self, exchange: Exchange) -> None:
        """Add one request."""
        self.calls += 1
        self.retries += max(0, len(exchange.attempts) - 1)
        self.request_bytes += exchange.request_bytes
        self.seconds += exchange.seconds
        self.endpoints.add(exchange.endpoint)
        self.mock = self.mock or exchange.is_mock
        requested, served = exchange.requested_model, exchange.served_model
        if exchange.usage is not None:
            model = served or requested
            self.usage[model] = self.usage.get(model, Usage()) + exchange.usage
            self.requests.append((model, exchange.usage))
        self.uncounted += exchange.uncounted
        self.pictures_left_out += exchange.pictures_left_out
        if requested and served and base_name(requested) != base_name(served):
            self.substitutions.add((requested, served))


class RequestDeadline:
    """The end of the time for one decision, retries and waits included."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds until the deadline, negative after it."""
        return self._end - time.monotonic()


def base_name(model: str) -> str:
    """Return a model's name without a snapshot's date: `m-20260801`, `m-2026-08-01` and `m` are one model.

    So are `m@20260801` on Vertex AI and `us.anthropic.m-20260801-v1:0` on Bedrock.
    """
    return _DATED.sub("", _PLATFORM.sub("", model))
