"""Answers from the record of an earlier run, instead of a model's."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from controller.models.exchange import Exchange
from controller.models.exchange_recorder import RecordedExchange
from controller.models.packing import Packer, content_name, digest, first_difference
from testbed.errors import AgentError, ModelApiError, TestbedError


class RecordedResponses:
    """The recorded answers of one try of an episode, in order.

    `failure` is why that try ended in an infrastructure failure, "" when it did not: who asks for more then
    meets the same failure.
    """

    def __init__(self, recorded: Sequence[RecordedExchange], failure: str = "") -> None:
        self.differences: list[str] = []
        self._recorded = recorded
        self._failure = failure
        self._next = 0
        self._packer = Packer(content_name)

    def fill(self, exchange: Exchange) -> None:
        """Complete an exchange with what was recorded.

        Raises ModelApiError, AgentError when nothing is left.
        """
        if self._next >= len(self._recorded):
            raise self._at_the_end()
        found = self._recorded[self._next]
        self._next += 1
        self._compare(exchange, found)
        then = found.exchange
        exchange.request_bytes = then.request_bytes
        exchange.tries = list(then.tries)
        exchange.answer = then.answer
        exchange.failure = then.failure
        exchange.seconds = then.seconds
        exchange.served = then.served
        exchange.uncounted = then.uncounted
        exchange.usage = then.usage

    def _compare(self, exchange: Exchange, found: RecordedExchange) -> None:
        then = found.exchange
        where = f"request {self._next}"
        if (exchange.method, _path(exchange.url)) != (then.method, _path(then.url)):
            self.differences.append(f"{where}: {exchange.method} {exchange.url}, recorded {then.url}")
            return
        plain = self._packer.without_images(exchange.body)
        if digest(plain) != found.digest:
            self.differences.append(f"{where}: {first_difference(plain, then.body)}")

    def _at_the_end(self) -> TestbedError:
        if self._failure:
            return ModelApiError(f"the recorded try ended here: {self._failure}")
        return AgentError(
            f"the record has no answer left after {len(self._recorded)} requests",
            hint="the agent asks for more than it did then: a changed agent needs a model, not a replay",
        )


def _path(url: str) -> str:
    """An address's last part: the rest is a matter of the endpoint."""
    return urlsplit(url).path.rsplit("/", 1)[-1]
