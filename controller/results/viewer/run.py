"""A run loaded for its page and for comparisons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from controller.metrics.episode_stats import episode_stats
from controller.metrics.outcomes import Key
from controller.metrics.run_loader import LoadedRun, load_records
from controller.records.event_lines import read_events
from controller.records.questions import OpenQuestion, QuestionFiles
from controller.records.run_info import RunInfo
from controller.records.run_records import RunRecords
from controller.results.viewer.library import RunCard
from controller.results.viewer.reasons import end_reason
from controller.results.viewer.run_files import (
    open_records,
    relative_damage,
)
from controller.results.viewer.stored_summary import StoredSummary


@dataclass(frozen=True, slots=True)
class RunView:
    """A run with its readable results. Events are read only of running episodes.

    `summary` is that of `summary.json`, without the statistics of events, from the results as they are now. `started`
    are the episodes with a record; `steps` counts the steps so far of those without a result. `question` waits for a
    person's answer.
    """

    card: RunCard
    records: RunRecords
    loaded: LoadedRun
    summary: dict[str, Any]
    started: frozenset[Key]
    steps: dict[Key, int]
    question: OpenQuestion | None = None

    @property
    def info(self) -> RunInfo:
        return self.loaded.info

    def reason(self, key: Key) -> str:
        """Why an episode ended as it did; never empty."""
        return end_reason(
            self.state(key), self.loaded.results.get(key), self.steps.get(key), self.loaded.error
        )

    def state(self, key: Key) -> str:
        """An episode's status; "running", "cut_short" or "waiting" without a result."""
        result = self.loaded.results.get(key)
        if result:
            return result.status
        if key not in self.started:
            return "waiting"
        return "running" if self.card.live else "cut_short"


def read_run(card: RunCard) -> RunView:
    """Load a run. Raises RecordsError if it can no longer be read."""
    records = open_records(card.folder)
    loaded = load_records(records, rechecks=True, events=False, foreign=True)
    loaded = replace(loaded, damage=relative_damage(card.folder, loaded.damage, card.place))
    started = {key for key in records.episodes() if records.episode(*key).events_file().is_file()}
    open_ones = [key for key in records.episodes() if key in started and key not in loaded.results]
    summary = loaded.summary(times=True)
    return RunView(
        # A stored summary can be older than the results that the page lists.
        card=replace(card, summary=StoredSummary.of(summary, len(loaded.results))),
        records=records,
        loaded=loaded,
        summary=summary,
        started=frozenset(started),
        steps={key: _steps_so_far(records, key) for key in open_ones},
        question=QuestionFiles(card.folder).question() if card.live else None,
    )


def _steps_so_far(records: RunRecords, key: Key) -> int:
    return episode_stats(read_events(records.episode(*key).events_file(), []), None).steps
