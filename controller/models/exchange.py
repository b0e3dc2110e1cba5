"""What passed between an agent and model APIs, as data."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.core.agent import Usage

_DATED = re.compile(r"-20\d\d-?[01]\d-?[0-3]\d$")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How stubbornly a request is tried: times in all, and the bounds of the waits between, in seconds."""

    tries: int = 6
    first_wait: float = 1.0
    longest_wait: float = 30.0


@dataclass(frozen=True, slots=True)
class RequestAttempt:
    """One try of a request. `status` is 0 when there was no whole answer; `error` says what went wrong.

    `seconds` is how long it took, `wait` how long was waited before the next try.
    """

    status: int
    error: str = ""
    seconds: float = 0.0
    wait: float = 0.0


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A whole answer of an endpoint, decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


@dataclass(slots=True)
class Exchange:
    """A request with its tries. `answer` is the last one's, None when none was whole.

    `body` is the request as JSON; `failure` why there was no answer; `served` and `usage` what the answer
    says of itself, "" and None when it says nothing; `uncounted`: a whole answer of a model without tokens.
    """

    method: str
    url: str
    body: Any = field(repr=False)
    request_bytes: int
    began: float = field(default_factory=time.time)
    tries: list[RequestAttempt] = field(default_factory=list)
    answer: HttpResponse | None = None
    failure: str = ""
    seconds: float = 0.0
    served: str = ""
    usage: Usage | None = None
    uncounted: bool = False

    @property
    def asked(self) -> str:
        """The model the request names, "" when it names none."""
        model = self.body.get("model") if isinstance(self.body, dict) else None
        return model if isinstance(model, str) else ""


@dataclass(slots=True)
class ExchangeTotals:
    """Sums over the requests of a decision or of an episode. `seconds` include waits.

    `usage` is by the model as served, `uncounted` how many answers of models counted no tokens; `otherwise`
    are the models served that were not asked for, as (asked, served).
    """

    calls: int = 0
    retries: int = 0
    uncounted: int = 0
    request_bytes: int = 0
    seconds: float = 0.0
    usage: dict[str, Usage] = field(default_factory=dict)
    otherwise: set[tuple[str, str]] = field(default_factory=set)

    def add(self, exchange: Exchange) -> None:
        self.calls += 1
        self.retries += max(0, len(exchange.tries) - 1)
        self.request_bytes += exchange.request_bytes
        self.seconds += exchange.seconds
        if exchange.usage is not None:
            model = exchange.served or exchange.asked
            self.usage[model] = self.usage.get(model, Usage()) + exchange.usage
        self.uncounted += exchange.uncounted
        if exchange.asked and exchange.served and base_name(exchange.asked) != base_name(exchange.served):
            self.otherwise.add((exchange.asked, exchange.served))


class RequestDeadline:
    """A moment that everything done for one decision must meet, retries and waits included."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self._end - time.monotonic()


def base_name(model: str) -> str:
    """A model's name without the date of a snapshot: `m-20260801`, `m-2026-08-01` and `m` are one model."""
    return _DATED.sub("", model)
