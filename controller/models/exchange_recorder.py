"""Writes and reads exchanges with model APIs as lines of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.core.agent import Usage
from controller.core.invalid_data import describe_invalid
from controller.core.old_names import RenamedFields
from controller.models.exchange import MOCK_HEADER, Exchange, ExchangeTotals, HttpResponse, RequestAttempt
from controller.models.packing import Packer, StoreImage, Unpacker
from testbed.errors import RecordsError

_HEADERS = (
    "content-type",
    "retry-after",
    "retry-after-ms",
    "request-id",
    "x-request-id",
    "x-should-retry",
    MOCK_HEADER,
)
EXCHANGE_OLD_NAMES = MappingProxyType(
    {"asked": "requested_model", "tries": "attempts", "answer": "response", "served": "served_model"}
)
"""The present name of a field of an exchange by the one in old records."""


class ExchangeRecorder:
    """Writes the exchanges of one attempt of an episode."""

    def __init__(self, append: Callable[[Any], None], store_image: StoreImage) -> None:
        """Record with `append`, which adds a line, and `store_image`, which stores an image and returns its name."""
        self._append = append
        self._packer = Packer(store_image)

    def record(self, exchange: Exchange) -> None:
        """Append an exchange to the record. Raises RecordsError."""
        packed, digest = self._packer.pack(exchange.body)
        response = exchange.response
        self._append(
            {
                "time": round(exchange.started, 3),
                "method": exchange.method,
                "url": exchange.url,
                "requested_model": exchange.requested_model,
                "digest": digest,
                "request": packed,
                "request_bytes": exchange.request_bytes,
                "pictures_left_out": exchange.pictures_left_out,
                "shared": exchange.shared,
                "attempts": [asdict(item) for item in exchange.attempts],
                "seconds": exchange.seconds,
                "failure": exchange.failure,
                "response": None
                if response is None
                else {
                    "status": response.status,
                    "headers": {
                        name: response.headers[name] for name in _HEADERS if name in response.headers
                    },
                    "body": response.body.decode("utf-8", "replace"),
                },
                "served_model": exchange.served_model,
                "uncounted": exchange.uncounted,
                "usage": None if exchange.usage is None else asdict(exchange.usage),
            }
        )


def totals(lines: Iterable[Mapping[str, Any]]) -> ExchangeTotals:
    """Sum up recorded lines, of any attempts, without shared exchanges.

    Raises RecordsError for a line that is not an exchange.
    """
    sums = ExchangeTotals()
    for recorded in map(_parse, lines):
        if recorded.shared:
            continue
        sums.add(recorded.exchange({"model": recorded.requested_model}))
    return sums


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True)


class _ResponseLine(_Line):
    status: int
    headers: dict[str, str]
    body: str


class _AttemptLine(_Line):
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


class _ExchangeLine(RenamedFields, _Line):
    _old_names: ClassVar[Mapping[str, str]] = EXCHANGE_OLD_NAMES

    time: float
    method: str
    url: str
    requested_model: str
    digest: str
    request: Any
    request_bytes: int
    pictures_left_out: int = 0
    shared: bool = False
    attempts: tuple[_AttemptLine, ...]
    seconds: float
    failure: str
    response: _ResponseLine | None
    served_model: str
    uncounted: bool
    usage: _UsageLine | None

    def exchange(self, body: Any) -> Exchange:
        response = self.response
        return Exchange(
            method=self.method,
            url=self.url,
            body=body,
            request_bytes=self.request_bytes,
            pictures_left_out=self.pictures_left_out,
            shared=self.shared,
            started=self.time,
            attempts=[RequestAttempt(**item.model_dump()) for item in self.attempts],
            response=HttpResponse(response.status, response.headers, response.body.encode("utf-8"))
            if response
            else None,
            failure=self.failure,
            seconds=self.seconds,
            served_model=self.served_model,
            uncounted=self.uncounted,
            usage=Usage(**self.usage.model_dump()) if self.usage else None,
        )


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """An exchange as read from a record. Its body has images by name; `digest` is the body's."""

    exchange: Exchange
    digest: str


def read_exchanges(lines: Iterable[Mapping[str, Any]]) -> list[RecordedExchange]:
    """Read the lines of one attempt. Raises RecordsError for a line that is not an exchange."""
    unpacker = Unpacker()
    exchanges = []
    for line in lines:
        recorded = _parse(line)
        exchanges.append(
            RecordedExchange(recorded.exchange(unpacker.unpack(recorded.request)), recorded.digest)
        )
    return exchanges


def _parse(line: Mapping[str, Any]) -> _ExchangeLine:
    try:
        return _ExchangeLine.model_validate(line)
    except ValidationError as error:
        raise RecordsError(f"invalid line in a record of requests: {describe_invalid(error)}") from error
