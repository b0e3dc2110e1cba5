"""What a run that went through faults has lost, doubled or mis-scored, beside the same run without them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

from controller.metrics.run_loader import load_records
from controller.records.event_lines import Damage, read_events
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords

SAME = (
    "task",
    "epoch",
    "seed",
    "status",
    "score",
    "steps",
    "tool_calls",
    "gui_actions",
    "termination",
    "answer",
    "claims",
    "usage.leniencies",
    "usage.differences",
)
"""The fields of a result that a fault must not change."""
USAGE = frozenset(
    [
        "calls",
        "retries",
        "request_bytes",
        "input_tokens",
        "output_tokens",
        "cache_read_tokens",
        "cache_write_tokens",
        "cost",
        "spent",
        "models",
        "substitutions",
        "provenance",
    ]
)
"""What a summary counts of requests, which are sent again after a fault of the API."""
ONCE = ("start", "guest", "verdict", "end")
"""The events that an attempt has once."""


@dataclass(slots=True)
class Comparison:
    """The differences between two runs, each as a line of text."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    mis_scored: list[str] = field(default_factory=list)
    infra_errors: list[str] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        """Whether nothing is lost, doubled or mis-scored."""
        return not (self.lost or self.doubled or self.mis_scored)


def compare(
    folder: Path,
    undisturbed: Path,
    causes: Collection[str],
    *,
    same_usage: bool,
    limits: Mapping[str, float],
) -> Comparison:
    """Compare a run with one without faults.

    Args:
        folder: The run that went through faults.
        undisturbed: The same run without faults.
        causes: Patterns of the errors that the faults may end an episode with.
        same_usage: Whether the faults leave the number of requests to model APIs as it is.
        limits: The limits that the run has by right and the one without faults has not.
    """
    comparison = Comparison()
    records, expected = RunRecords.open(folder), load_records(RunRecords.open(undisturbed))
    loaded = load_records(records)
    comparison.lost += [f"unreadable: {damage}" for damage in loaded.damage]
    comparison.mis_scored += [f"{key}: the result differs from its events" for key in sorted(loaded.edited)]
    for key in records.episodes():
        result = loaded.results.get(key)
        name = "/".join(map(str, key))
        if result is None:
            comparison.lost.append(f"{name} has no result")
            continue
        _check_episode(comparison, name, records.recorder(*key).folder, result)
        if result.status == "infra_error":
            _check_cause(comparison, name, result, causes)
            continue
        wanted = expected.results[key]
        comparison.mis_scored += [
            f"{name}: {field} is {value(result)!r}, not {value(wanted)!r}"
            for field, value in ((field, attrgetter(field)) for field in SAME)
            if value(result) != value(wanted)
        ]
        exchanges = len(records.exchanges(*key))
        if exchanges != result.usage.calls:
            kind = comparison.doubled if exchanges > result.usage.calls else comparison.lost
            kind.append(f"{name}: {exchanges} exchanges with the model API for {result.usage.calls} requests")
    if not (comparison.infra_errors or comparison.lost or comparison.mis_scored):
        leave_out = frozenset() if same_usage else USAGE
        differences = _differences(loaded.summary(), expected.summary(), leave_out)
        comparison.mis_scored += [f"summary: {line}" for line in differences]
    if records.info.options != expected.info.options.changed(limits):
        comparison.mis_scored.append("run.json has other options than those that the run was started with")
    if not (folder / "summary.json").is_file():
        comparison.lost.append("summary.json is missing")
    if loaded.error is not None:
        comparison.mis_scored.append(f"the finished run still has the error {loaded.error.message}")
    return comparison


def _check_episode(comparison: Comparison, name: str, folder: Path, result: EpisodeResult) -> None:
    """Check that an episode's events are those of one whole attempt, and that all they name is there."""
    damage: list[Damage] = []
    events = list(read_events(folder / "events.jsonl", damage))
    kinds = Counter(event["event"] for event in events)
    comparison.doubled += [
        f"{name}: {kinds[kind]} events {kind!r}"
        for kind in ("start", "guest", "verdict", "end")
        if kinds[kind] > 1
    ]
    comparison.lost += [f"{name}: no event {kind!r}" for kind in ("start", "end") if not kinds[kind]]
    steps = [event["step"] for event in events if event["event"] == "step" and event.get("step")]
    if len(set(steps)) < len(steps):
        comparison.doubled.append(f"{name}: steps are numbered {steps}")
    comparison.lost += [
        f"{name}: the picture {event['screen']} is missing"
        for event in events
        if event["event"] == "observation" and EpisodeFolder(folder).picture(event.get("screen")) is None
    ]
    if result.score is not None and result.status in ("completed", "out_of_steps"):
        if kinds["verdict"] != 1:
            comparison.lost.append(f"{name}: {kinds['verdict']} verdicts")
        if not (folder / "final/state.json").is_file():
            comparison.lost.append(f"{name}: no final state")
    numbers = sorted(int(path.name.split(".")[0]) for path in (folder / "attempts").glob("*[0-9].jsonl"))
    if numbers != list(range(1, len(numbers) + 1)):
        comparison.lost.append(f"{name}: earlier attempts are numbered {numbers}")


def _check_cause(comparison: Comparison, name: str, result: EpisodeResult, causes: Collection[str]) -> None:
    text = f"{result.error.type}: {result.error.message}" if result.error else "no error"
    comparison.infra_errors.append(f"{name}: {text}")
    if not any(re.search(cause, text) for cause in causes):
        comparison.mis_scored.append(f"{name}: no injected fault explains the infra_error {text}")


def _differences(
    given: Mapping[str, Any], expected: Mapping[str, Any], leave_out: frozenset[str]
) -> list[str]:
    lines = []
    for key in sorted({*given, *expected} - leave_out):
        left, right = given.get(key), expected.get(key)
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            lines += [f"{key}.{line}" for line in _differences(left, right, leave_out)]
        elif _without_ports(left) != _without_ports(right):
            lines.append(f"{key} is {left!r}, not {right!r}")
    return lines


def _without_ports(value: Any) -> str:
    """A value as text, without the ports of mock model APIs, which are any free ones."""
    return re.sub(r"(?<=127\.0\.0\.1:)\d+", "", repr(value))
