"""The processor-seconds of a controller's guests, by the phase of their episodes.

Each guest's control group is read while the run goes on, from outside; afterwards the run's events say what the guest
was doing at each moment.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from controller.guests.nspawn.cgroups import unified_root
from controller.guests.nspawn.state import read_states

PHASES = ("boot", "set-up", "observe", "act", "judge", "stop", "idle")
POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Sample:
    """What a guest's processes have used since it began, at a moment. Seconds; `time` since 1970."""

    guest: str
    time: float
    used: float


class ProcessorTime:
    """Reads the control groups of all guests that a controller owns until it is left."""

    def __init__(self, controller: int) -> None:
        self.samples: list[Sample] = []
        self._controller = controller
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        groups = unified_root()
        while not self._ended.wait(POLL_SECONDS):
            for state in read_states():
                if state.owner_pid != self._controller:
                    continue
                try:
                    text = (groups / state.name / "cpu.stat").read_text()
                except FileNotFoundError:
                    continue  # allocated, without a group yet, or removed just now
                used = int(text.split()[1]) / 1e6  # its first line is `usage_usec N`
                self.samples.append(Sample(state.name, time.time(), used))


def by_phase(samples: Iterable[Sample], episodes: Iterable[Sequence[dict[str, Any]]]) -> dict[str, float]:
    """Return the processor-seconds of all guests in each phase.

    A guest boots until its episode's event `guest` and is stopped after the event `end`; of the time between, what
    belongs to no other phase is `idle`: decisions, and a controller that waits for a processor.
    """
    spans: dict[str, list[tuple[float, float, str]]] = {}
    for events in episodes:
        name = next((event["name"] for event in events if event["event"] == "guest"), "")
        spans[name] = list(_spans(events))
    seconds: Counter[str] = Counter()
    used: dict[str, float] = {}
    for sample in samples:
        spent = sample.used - used.get(sample.guest, 0.0)
        used[sample.guest] = sample.used
        seconds[_phase(spans.get(sample.guest, []), sample.time)] += spent
    return dict(seconds)


def _spans(events: Sequence[dict[str, Any]]) -> Iterator[tuple[float, float, str]]:
    """What the guest did from when to when, the narrowest spans first."""
    end = events[-1]
    timings = end.get("timings", {})
    booted = next(event["time"] for event in events if event["event"] == "guest")
    for event in events:
        if event["event"] == "step":
            yield event["time"] - event["seconds"], event["time"], "act"
    played = booted + timings.get("set_up", 0.0)
    judged = end["time"] - timings.get("judge", 0.0)
    before = 0.0
    for event in events:
        if event["event"] == "observation":
            yield max(before, played), event["time"], "observe"
        before = event["time"]
    yield 0.0, booted, "boot"
    yield booted, played, "set-up"
    yield judged, end["time"], "judge"
    yield end["time"], float("inf"), "stop"


def _phase(spans: Sequence[tuple[float, float, str]], moment: float) -> str:
    if not spans:
        return "boot"  # a guest that was booted ahead and not used
    return next((phase for start, end, phase in spans if start < moment <= end), "idle")
