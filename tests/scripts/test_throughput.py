"""scripts/bench/throughput.py: which phase of an episode a guest's processor time belongs to."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "scripts" / "bench"
EVENTS: list[dict[str, Any]] = [
    {"event": "start", "time": 90.0},
    {"event": "guest", "time": 100.0, "name": "tb-1"},
    {"event": "observation", "time": 111.0},
    {"event": "tools", "time": 111.0},
    {"event": "decision", "time": 112.0},
    {"event": "step", "time": 114.0, "seconds": 1.5},
    {"event": "observation", "time": 115.0},
    {"event": "stopped", "time": 116.5},
    {"event": "verdict", "time": 118.0},
    {"event": "end", "time": 118.0, "timings": {"set_up": 10.0, "judge": 2.0}},
]


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, Any]]:
    """The functions of its module about processor time."""
    sys.path.insert(0, str(BENCH))
    yield runpy.run_path(str(BENCH / "processor_time.py"))
    sys.path.remove(str(BENCH))


def test_processor_time_belongs_to_what_the_guest_did(bench: dict[str, Any]) -> None:
    sample = bench["Sample"]
    moments = [
        (95.0, "boot"),
        (105.0, "set-up"),
        (110.5, "observe"),
        (111.5, "idle"),
        (113.0, "act"),
        (114.5, "observe"),
        (117.0, "judge"),
        (119.0, "stop"),
    ]
    samples = [sample("tb-1", moment, number + 1.0) for number, (moment, _) in enumerate(moments)]
    seconds = bench["by_phase"](samples, [EVENTS])
    assert seconds == {"boot": 1, "set-up": 1, "observe": 2, "idle": 1, "act": 1, "judge": 1, "stop": 1}
    assert set(seconds) <= set(bench["PHASES"])


def test_a_guest_that_was_booted_ahead_and_not_used_has_only_booted(bench: dict[str, Any]) -> None:
    sample = bench["Sample"]
    samples = [sample("tb-2", 95.0, 2.0), sample("tb-2", 130.0, 2.5)]
    assert bench["by_phase"](samples, [EVENTS]) == {"boot": 2.5}
