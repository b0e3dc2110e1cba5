"""Exchanges with model APIs as lines of a record, written and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.core.agent import Usage
from controller.models.exchange import Exchange, ExchangeTotals, HttpResponse, RequestAttempt
from controller.models.packing import KeepImage, Packer, Unpacker
from testbed.errors import RecordsError

_HEADERS = ("content-type", "retry-after", "retry-after-ms", "request-id", "x-request-id", "x-should-retry")


class ExchangeRecorder:
    """Writes one try of an episode. `add` appends a line, `keep_image` stores an image and names it."""

    def __init__(self, add: Callable[[Any], None], keep_image: KeepImage) -> None:
        self._add = add
        self._packer = Packer(keep_image)

    def keep(self, exchange: Exchange) -> None:
        """Raises RecordsError."""
        packed, digest = self._packer.pack(exchange.body)
        answer = exchange.answer
        self._add(
            {
                "time": round(exchange.began, 3),
                "method": exchange.method,
                "url": exchange.url,
                "asked": exchange.asked,
                "digest": digest,
                "request": packed,
                "request_bytes": exchange.request_bytes,
                "tries": [asdict(item) for item in exchange.tries],
                "seconds": exchange.seconds,
                "failure": exchange.failure,
                "answer": None
                if answer is None
                else {
                    "status": answer.status,
                    "headers": {name: answer.headers[name] for name in _HEADERS if name in answer.headers},
                    "body": answer.body.decode("utf-8", "replace"),
                },
                "served": exchange.served,
                "uncounted": exchange.uncounted,
                "usage": None if exchange.usage is None else asdict(exchange.usage),
            }
        )


def totals(lines: Iterable[Mapping[str, Any]]) -> ExchangeTotals:
    """Sums over recorded lines, of any tries. Raises RecordsError when they are no record."""
    sums = ExchangeTotals()
    for line in lines:
        said = _valid(line)
        sums.add(said.exchange({"model": said.asked}))
    return sums


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True)


class _AnswerLine(_Line):
    status: int
    headers: dict[str, str]
    body: str


class _TryLine(_Line):
    status: int
    error: str
    seconds: float
    wait: float


class _UsageLine(_Line):
    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    calls: int


class _ExchangeLine(_Line):
    time: float
    method: str
    url: str
    asked: str
    digest: str
    request: Any
    request_bytes: int
    tries: tuple[_TryLine, ...]
    seconds: float
    failure: str
    answer: _AnswerLine | None
    served: str
    uncounted: bool
    usage: _UsageLine | None

    def exchange(self, body: Any) -> Exchange:
        answer = self.answer
        return Exchange(
            method=self.method,
            url=self.url,
            body=body,
            request_bytes=self.request_bytes,
            began=self.time,
            tries=[RequestAttempt(**item.model_dump()) for item in self.tries],
            answer=HttpResponse(answer.status, answer.headers, answer.body.encode("utf-8"))
            if answer
            else None,
            failure=self.failure,
            seconds=self.seconds,
            served=self.served,
            uncounted=self.uncounted,
            usage=Usage(**self.usage.model_dump()) if self.usage else None,
        )


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """An exchange read again. Images in its body are named; `digest` is that of the body."""

    exchange: Exchange
    digest: str


def read_exchanges(lines: Iterable[Mapping[str, Any]]) -> list[RecordedExchange]:
    """The lines of one try. Raises RecordsError when they are no record."""
    unpacker = Unpacker()
    found = []
    for line in lines:
        said = _valid(line)
        found.append(RecordedExchange(said.exchange(unpacker.unpack(said.request)), said.digest))
    return found


def _valid(line: Mapping[str, Any]) -> _ExchangeLine:
    try:
        return _ExchangeLine.model_validate(line)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise RecordsError(f"no line of a record of requests: {wrong['loc']}: {wrong['msg']}") from error
