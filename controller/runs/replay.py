"""Replay of a recorded run: the same episodes, with recorded responses in place of model APIs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.models.exchange_recorder import RecordedExchange, read_exchanges
from controller.models.recorded_responses import RecordedResponses
from controller.records.event_lines import Event, read_events
from controller.records.run_info import RunInfo
from controller.records.run_records import RunRecords
from testbed.command import command
from testbed.errors import UsageError


class Recording:
    """The recorded run."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError when the folder is not a run, has no results or no recorded responses; RecordsError."""
        self._records = RunRecords.open(folder)
        self._results = self._records.results()
        if not self._results:
            raise UsageError(
                f"{folder} has no result to replay", hint=f"`{command(f'resume {folder}')}` first"
            )
        for (task_id, epoch), result in self._results.items():
            used = result.usage
            if (used.calls or used.input_tokens) and not used.request_bytes:
                raise UsageError(
                    f"no recorded model responses for {task_id}, epoch {epoch}",
                    hint="agents that do not reach their model through AgentOptions.model_client cannot be replayed",
                )

    @property
    def records(self) -> RunRecords:
        return self._records

    @property
    def info(self) -> RunInfo:
        return self._records.info

    @property
    def episodes(self) -> Sequence[tuple[str, int]]:
        """The episodes that have a result."""
        return list(self._results)

    def answers(self, task_id: str, epoch: int, attempt: int) -> RecordedResponses:
        """Return the recorded responses of an attempt at an episode, from 0; of the last one for any later attempt.

        A failed attempt fails again where its record ends. Shared exchanges are those of another episode.

        Raises RecordsError.
        """
        episode = self._records.episode(task_id, epoch)

        def load_image(name: str) -> bytes | None:
            path = episode.picture(name)
            return path.read_bytes() if path else None

        result = self._results[task_id, epoch]
        failures = [item.error.message for item in result.attempts]
        if attempt < len(failures):
            lines = self._records.exchanges(task_id, epoch, len(failures) - attempt)
            return RecordedResponses(_own(lines), failures[attempt], load_image)
        failed = result.error.message if result.error and result.status == "infra_error" else ""
        own = _own(self._records.exchanges(task_id, epoch))
        return RecordedResponses(own, failed, load_image)

    def events(self, task_id: str, epoch: int, attempt: int) -> Iterator[Event]:
        """Yield the events of an attempt at an episode, from 0; of the last one for any later attempt."""
        failed = len(self._results[task_id, epoch].attempts)
        file = self._records.episode(task_id, epoch).events_file(attempt + 1 if attempt < failed else 0)
        return read_events(file, [])


def _own(lines: Iterable[Mapping[str, Any]]) -> list[RecordedExchange]:
    return [recorded for recorded in read_exchanges(lines) if not recorded.exchange.shared]
