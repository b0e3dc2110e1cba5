"""What a replay shows: which requests and which results differ from the recorded run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.records.event_lines import read_events
from controller.records.run_records import RunRecords

MAX_LINES = 10
"""Number of differences that are printed; all are in the episodes' events."""


def replay_report(records: RunRecords, source: Path) -> Iterator[str]:
    """Tell how a replay differs from the recorded run, one line a difference after a line with their number.

    Times, ids and small differences of pictures, which no replay can repeat, are not counted.

    Args:
        records: The replay.
        source: The folder of the recorded run.

    Raises:
        RecordsError: A result of either run is damaged.
    """
    results, recorded = records.results(), RunRecords.open(source).results()
    requests = sum(result.usage.differences for result in results.values())
    changed = sum(result.usage.differences > 0 for result in results.values())
    lines = [
        f"{task} ({epoch}): {what}"
        for (task, epoch), result in results.items()
        for what in _differences(records, (task, epoch), result.usage.differences)
    ]
    outcomes = [
        f"{task} ({epoch}): {now.status}, score {_score(now.score)} instead of {then.status}, "
        f"score {_score(then.score)}"
        for (task, epoch), now in results.items()
        if (then := recorded.get((task, epoch))) and (now.status, now.score) != (then.status, then.score)
    ]
    yield (
        f"replay of {source}: {requests} request(s) in {changed} episode(s) and {len(outcomes)} result(s) differ "
        "from the recording"
    )
    entries = [*outcomes, *lines]
    yield from entries[:MAX_LINES]
    if len(entries) > MAX_LINES:
        yield f"{len(entries) - MAX_LINES} more differences; see events.jsonl of the episodes"


def _differences(records: RunRecords, key: tuple[str, int], number: int) -> Iterator[str]:
    """The texts of an episode's differences, from its events."""
    if not number:
        return
    for event in read_events(records.episode(*key).events_file(), []):
        requests = event.get("requests")
        if event["event"] == "differences" and isinstance(requests, list):
            yield from map(str, requests)


def _score(score: float | None) -> str:
    return "none" if score is None else f"{score:g}"
