"""A mock model API that fails: each fault once in a while, seeded, up to a number of them."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from plugins.mock_models.base import MockRequest
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, MockAnswer, ScriptItem

WRONG_MODEL = "another-model-2"
SILENCE_SECONDS = 60.0
RATE = 0.3
"""The share of requests that fail."""

NO_ANSWER = r"did not (answer|decide) within"

Fault = Callable[[random.Random, MockAnswer], ScriptItem]


def _status(status: int, kind: str, headers: Mapping[str, str] | None = None) -> Fault:
    return lambda _rng, _answer: ErrorAnswer(status, kind, "injected", headers or {})


MODEL_FAULTS: dict[str, tuple[Fault, str]] = {
    "api_429": (_status(429, "rate_limit_error"), r"HTTP 429"),
    "api_429_retry_after": (_status(429, "rate_limit_error", {"retry-after": "0.2"}), r"HTTP 429"),
    "api_500": (_status(500, "api_error"), r"HTTP 500"),
    "api_529": (_status(529, "overloaded_error"), r"HTTP 529"),
    "api_cut": (lambda _rng, answer: replace(answer, cut="drop"), r"Connection error|in mid-answer"),
    "api_silence": (lambda _rng, _answer: BrokenBody(b"{}", delay=SILENCE_SECONDS), NO_ANSWER),
    "api_stall": (lambda _rng, answer: replace(answer, cut="stall"), NO_ANSWER),
    "api_garbage": (lambda rng, _answer: BrokenBody(rng.randbytes(rng.randint(1, 400))), r"model API"),
    "api_truncated": (
        lambda rng, _answer: BrokenBody(
            b'{"id": "msg_1", "type": "message", "content": [{"ty'[: rng.randint(0, 51)]
        ),
        r"model API",
    ),
    "api_wrong_model": (lambda _rng, answer: replace(answer, model=WRONG_MODEL), r"$^"),
}
"""Each fault's response, and a pattern of the error that it may end an episode with."""
SLOW_FAULTS = frozenset({"api_silence", "api_stall"})
"""Faults that last until the request's time is up."""


class FaultyModel:
    """Answers with the solver's answers, of which seeded ones are replaced by faults. Thread-safe.

    Attributes:
        injected: How many faults of each kind were sent.
    """

    def __init__(self, solver: Solver, kinds: Sequence[str], faults: int, seed: int) -> None:
        self.injected: Counter[str] = Counter()
        self._solver = solver
        self._kinds = kinds
        self._faults = faults
        self._rng = random.Random(seed)
        self._lock = threading.Lock()

    def __call__(self, request: MockRequest) -> ScriptItem:
        answer = self._solver(request)
        with self._lock:
            if self.injected.total() >= self._faults or self._rng.random() >= RATE:
                return answer
            kind = self._rng.choice(list(self._kinds))
            item = MODEL_FAULTS[kind][0](self._rng, answer)
            self.injected[kind] += 1
            return item
