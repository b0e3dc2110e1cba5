"""Responses from the record of an earlier run, in place of a model's."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from controller.models.exchange import Exchange
from controller.models.exchange_recorder import RecordedExchange
from controller.models.packing import Packer, digest
from controller.models.picture_limits import without_oldest
from controller.models.replay_comparison import LoadImage, RequestComparison
from testbed.errors import AgentError, ModelApiError, TestbedError

MAX_SHOWN = 3
"""Number of differences of one request that are named."""


class RecordedResponses:
    """The recorded responses of one attempt of an episode, in order."""

    def __init__(
        self,
        recorded: Sequence[RecordedExchange],
        failure: str = "",
        load_image: LoadImage = lambda _name: None,
    ) -> None:
        """Replay `recorded`.

        Args:
            recorded: The attempt's exchanges.
            failure: Why that attempt ended in an infrastructure failure, "" when it did not. A request after the
                last recorded one meets the same failure.
            load_image: Returns a recorded image by its name, to compare pictures.
        """
        self.differences: list[str] = []
        self._recorded = recorded
        self._failure = failure
        self._next = 0
        self._comparison = RequestComparison(load_image)
        self._packer = Packer(self._comparison.store)

    def fill(self, exchange: Exchange) -> None:
        """Complete an exchange with the next recorded response.

        A request that differs in more than a replay can repeat (see `replay_comparison`) is added to `differences`.

        Raises:
            ModelApiError: No response is left, and the recorded attempt ended in a failure.
            AgentError: No response is left.
        """
        if self._next >= len(self._recorded):
            raise self._exhausted_error()
        recorded = self._recorded[self._next]
        self._next += 1
        original = recorded.exchange
        if original.pictures_left_out:
            exchange.body = without_oldest(exchange.body, original.pictures_left_out)
        self._compare(exchange, recorded)
        exchange.url = original.url
        exchange.request_bytes = original.request_bytes
        exchange.attempts = list(original.attempts)
        exchange.response = original.response
        exchange.failure = original.failure
        exchange.seconds = original.seconds
        exchange.served_model = original.served_model
        exchange.uncounted = original.uncounted
        exchange.usage = original.usage
        exchange.pictures_left_out = original.pictures_left_out

    def _compare(self, exchange: Exchange, recorded: RecordedExchange) -> None:
        original = recorded.exchange
        where = f"request {self._next}"
        if (exchange.method, _last_part(exchange.url)) != (original.method, _last_part(original.url)):
            self.differences.append(f"{where}: {exchange.method} {exchange.url}, recorded {original.url}")
            return
        body = self._packer.without_images(exchange.body)
        if digest(body) == recorded.digest:
            return
        if differences := self._comparison.differences(body, original.body):
            shown = differences[:MAX_SHOWN]
            more = len(differences) - len(shown)
            self.differences.append(f"{where}: {'; '.join(shown)}" + (f"; {more} more" if more else ""))

    def _exhausted_error(self) -> TestbedError:
        if self._failure:
            return ModelApiError(f"the recorded attempt ended here: {self._failure}")
        return AgentError(
            f"the record has no response left after {len(self._recorded)} requests",
            hint="the agent sends more requests than when it was recorded: a changed agent cannot be replayed",
        )


def _last_part(url: str) -> str:
    """The last part of a URL's path: the rest depends on the endpoint."""
    return urlsplit(url).path.rsplit("/", 1)[-1]
