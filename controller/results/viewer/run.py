"""A run read for its page and for comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from controller.records.event_lines import read_events
from controller.records.recheck import with_rechecks
from controller.records.run_folder import RunRecords
from controller.records.run_info import RunInfo
from controller.results.episode_stats import episode_stats
from controller.results.outcomes import Key
from controller.results.run_loader import LoadedRun
from controller.results.summary import summarize
from controller.results.viewer.library import RunCard
from controller.results.viewer.run_files import open_records, read_results, relative_damage


@dataclass(frozen=True, slots=True)
class RunView:
    """A run with what can be read of its results. Of events only those of episodes at work are read.

    `begun` are episodes that have a record; `steps` are those taken so far where there is no result.
    """

    card: RunCard
    records: RunRecords
    loaded: LoadedRun
    rechecked: frozenset[Key]
    begun: frozenset[Key]
    steps: dict[Key, int]

    @property
    def info(self) -> RunInfo:
        return self.loaded.info

    def summary(self) -> dict[str, Any]:
        """As in `summary.json`, but for what only events tell."""
        return summarize(self.info, self.loaded.results)


def read_run(card: RunCard) -> RunView:
    """Raises RecordsError when the run cannot be read any more."""
    records = open_records(card.folder)
    results, rechecks, damage = read_results(records)
    begun = {key for key in records.episodes() if records.recorder(*key).events_file().is_file()}
    open_ones = [key for key in records.episodes() if key in begun and key not in results]
    return RunView(
        card=card,
        records=records,
        loaded=LoadedRun(
            records.info,
            with_rechecks(results, rechecks),
            {},
            relative_damage(card.folder, damage, card.place),
        ),
        rechecked=frozenset(rechecks),
        begun=frozenset(begun),
        steps={key: _steps_so_far(records, key) for key in open_ones},
    )


def _steps_so_far(records: RunRecords, key: Key) -> int:
    return episode_stats(read_events(records.recorder(*key).events_file(), []), None).steps
