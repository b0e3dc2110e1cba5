"""A run's episodes and their steps as exports need them. Its records may come from elsewhere: no name in them is
used as a path unless it is one that testbed writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.conduct import Conduct
from controller.errors import UsageError
from controller.event_lines import Damage, Event, read_events
from controller.reading import Reading, read
from controller.records import TASK_NAME, RunRecords, screen_file
from controller.run_info import EpisodeResult, RunInfo, TaskEntry


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its action, and the decision it belongs to.

    `first` tells whether it is the decision's first. `screen` is the picture that the next observation
    brought, a file, None where there is none; `pictures` are those of the result. Times are in seconds,
    `time` since 1970.
    """

    number: int
    time: float
    action: dict[str, Any]
    first: bool
    thought: str
    decision_seconds: float
    model: str
    refused: bool
    is_error: bool
    text: str
    seconds: float
    screen: Path | None
    pictures: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class EpisodeToExport:
    """An episode of the run; `result` and `conduct` are None while it has no readable result."""

    task: TaskEntry
    epoch: int
    result: EpisodeResult | None
    conduct: Conduct | None
    folder: Path
    damage: list[Damage] = field(default_factory=list, compare=False)

    def first_screen(self) -> Path | None:
        """The picture the episode began with."""
        for event in self._events():
            if event["event"] == "observation":
                return self._screen(event.get("screen"))
        return None

    def steps(self) -> Iterator[Step]:
        """Its steps, read as they are asked for."""
        decision: Event = {}
        first = True
        waiting: list[tuple[Event, Event, bool]] = []
        for event in self._events():
            if event["event"] == "decision":
                decision, first = event, True
            elif event["event"] == "step":
                waiting.append((event, decision, first))
                first = False
            elif event["event"] == "observation":
                yield from self._made(waiting, self._screen(event.get("screen")))
                waiting = []
        yield from self._made(waiting, None)

    def span(self) -> tuple[float, float]:
        """When its events began and ended, in seconds since 1970; zeros when they do not tell."""
        times = [time for event in self._events() if (time := _number(event.get("time")))]
        return (times[0], times[-1]) if times else (0.0, 0.0)

    def _events(self) -> Iterator[Event]:
        self.damage.clear()
        return read_events(self.folder / "events.jsonl", self.damage)

    def _made(self, waiting: Iterable[tuple[Event, Event, bool]], screen: Path | None) -> Iterator[Step]:
        group = list(waiting)
        for position, (event, decision, first) in enumerate(group):
            result = event.get("result")
            result = result if isinstance(result, dict) else {}
            action = event.get("action")
            details = decision.get("details")
            pictures = result.get("images")
            found = map(self._screen, pictures if isinstance(pictures, list) else [])
            yield Step(
                number=int(_number(event.get("step"))),
                time=_number(event.get("time")),
                action=action if isinstance(action, dict) else {},
                first=first,
                thought=str(decision.get("thought") or ""),
                decision_seconds=_number(decision.get("seconds")),
                model=str(details.get("model") or "") if isinstance(details, dict) else "",
                refused=event.get("refused") is True,
                is_error=result.get("is_error") is True,
                text=str(result.get("text") or ""),
                seconds=_number(event.get("seconds")),
                screen=screen if position == len(group) - 1 else None,
                pictures=tuple(path for path in found if path),
            )

    def _screen(self, name: object) -> Path | None:
        return screen_file(self.folder, name)


@dataclass(frozen=True, slots=True)
class RunToExport:
    """A run with what is readable of it."""

    name: str
    reading: Reading
    records: RunRecords

    @property
    def info(self) -> RunInfo:
        return self.reading.info

    @property
    def agent(self) -> str:
        options = self.info.options
        return ":".join(filter(None, (options.agent, options.variant)))

    def episodes(self) -> Iterator[EpisodeToExport]:
        """Every episode, epoch by epoch."""
        tasks = {entry.id: entry for entry in self.info.tasks}
        for key in self.records.episodes():
            yield EpisodeToExport(
                task=tasks[key[0]],
                epoch=key[1],
                result=self.reading.results.get(key),
                conduct=self.reading.conducts.get(key),
                folder=self.records.recorder(*key).folder,
            )


def open_run(folder: Path) -> RunToExport:
    """Raises UsageError when it is no run or names tasks as testbed does not, RecordsError when it is damaged."""
    records = RunRecords.open(folder)
    odd = next((entry.id for entry in records.info.tasks if not TASK_NAME.fullmatch(entry.id)), None)
    if odd is not None:
        raise UsageError(f"{folder} has a task named {odd!r}", hint="a task's name is <domain>/<slug>")
    return RunToExport(folder.resolve().name, read(records, rechecks=True), records)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value == value else 0.0
