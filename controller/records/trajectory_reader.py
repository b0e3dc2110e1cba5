"""Builds the trajectory of an episode from its events.

Records may come from elsewhere or be damaged: a field of an unexpected type counts as missing, and a name in them
is used as a path only if it has the form that testbed writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.core.texts import encodable
from controller.records.event_lines import Event
from controller.records.event_values import count_of, number_of, side_of, text_of, texts_of
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import Failure
from controller.records.spending import Tokens
from controller.records.trajectory import (
    Decision,
    End,
    ImportedFolder,
    JudgeVerdict,
    RecordedObservation,
    Result,
    Search,
    Step,
    Trajectory,
    Turn,
    Window,
)
from controller.records.verdicts import ClaimRecord

_COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "calls")


def trajectory_of(events: Iterable[Event], folder: Path) -> Trajectory:
    """Build the trajectory from the events of the episode in a folder."""
    fold = _TrajectoryBuilder(EpisodeFolder(folder))
    for event in events:
        fold.add(event)
    return fold.trajectory()


@dataclass(slots=True)
class _TrajectoryBuilder:
    """Builds a trajectory from events, one at a time."""

    folder: EpisodeFolder
    fields: dict[str, Any] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    observation: RecordedObservation | None = None
    offered: tuple[str, ...] | None = None
    decision: Decision | None = None
    steps: list[Step] = field(default_factory=list)
    others: dict[str, list[Event]] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        if time := number_of(event.get("time")):
            self.fields.setdefault("began", time)
            self.fields["last"] = time
        match event["event"]:
            case "start":
                seed = event.get("seed")
                self.fields["seed"] = seed if isinstance(seed, int) else None
                self.fields["attempt"] = int(number_of(event.get("attempt")))
            case "guest":
                self.fields["guest"] = text_of(event.get("name"))
                self.fields["snapshot"] = text_of(event.get("snapshot"))
            case "tools":
                self.offered = texts_of(event.get("names"))
            case "decision":
                self._close(None)
                self.decision = _decision(event)
            case "step" | "mistake":
                self.steps.append(_step(event, self.folder))
            case "observation":
                observation = _observation(event, self.folder)
                self._close(observation)
                self.fields.setdefault("first_observation", observation)
                self.observation = observation
            case "verdict":
                score = number_of(event.get("score"))
                claims, safety = (tuple(_claims(event.get(name))) for name in ("claims", "safety"))
                self.fields["verdict"] = JudgeVerdict(score, claims, safety)
            case "differences":
                self.fields["differences"] = texts_of(event.get("requests"))
            case "imported":
                self.fields["imported"] = _imported(event)
            case "end":
                self.fields["end"] = End(text_of(event.get("status")), _failure(event.get("error")))
            case kind:
                self.others.setdefault(kind, []).append(event)

    def trajectory(self) -> Trajectory:
        self._close(None)
        return Trajectory(
            turns=tuple(self.turns),
            others={kind: tuple(events) for kind, events in self.others.items()},
            **self.fields,
        )

    def _close(self, after: RecordedObservation | None) -> None:
        if self.decision is not None or self.steps:
            self.turns.append(Turn(self.observation, self.offered, self.decision, tuple(self.steps), after))
        self.decision, self.steps = None, []


def _observation(event: Event, folder: EpisodeFolder) -> RecordedObservation:
    windows = event.get("windows")
    left = event.get("steps_left")
    return RecordedObservation(
        time=number_of(event.get("time")),
        screen=folder.picture(event.get("screen")),
        marked=folder.picture(event.get("marked")),
        width=side_of(event.get("width")),
        height=side_of(event.get("height")),
        windows=tuple(
            Window(text_of(item.get("title")), text_of(item.get("app")), item.get("active") is True)
            for item in (windows if isinstance(windows, list) else ())
            if isinstance(item, dict)
        ),
        steps_left=left if isinstance(left, int) else None,
        text=text_of(event.get("text")),
        seconds=number_of(event.get("seconds")),
    )


def _imported(event: Event) -> ImportedFolder:
    score = event.get("score")
    return ImportedFolder(
        score=None if score is None else number_of(score),
        success=event.get("success") is True,
        listed_call=event.get("listed_call") is True,
        png_files=int(number_of(event.get("png_files"))),
    )


def _step(event: Event, folder: EpisodeFolder) -> Step:
    mistake = event["event"] == "mistake"
    action = event.get("action")
    value = event.get("result")
    result = Result(text_of(event.get("answer")), None, (), is_error=True) if mistake else None
    if isinstance(value, dict):
        result = Result(
            text=text_of(value.get("text")),
            structured=value.get("structured"),
            pictures=_pictures(value.get("images"), folder),
            is_error=value.get("is_error") is True,
        )
    return Step(
        number=int(number_of(event.get("step"))),
        time=number_of(event.get("time")),
        action=action if isinstance(action, dict) else {},
        refused=event.get("refused") is True,
        performed=event.get("performed") is True,
        mistake=mistake,
        result=result,
        seconds=number_of(event.get("seconds")),
        group=count_of(event.get("group")) or None,
        denied=event.get("denied") is True,
    )


def _pictures(names: object, folder: EpisodeFolder) -> tuple[Path, ...]:
    matches = (folder.picture(name) for name in (names if isinstance(names, list) else ()))
    return tuple(path for path in matches if path)


def _decision(event: Event) -> Decision:
    details = event.get("details")
    details = details if isinstance(details, dict) else {}
    usage = event.get("usage")
    counts = {name: count_of(usage.get(name)) for name in _COUNTS} if isinstance(usage, dict) else {}
    return Decision(
        time=number_of(event.get("time")),
        thought=text_of(event.get("thought")),
        model=text_of(details.get("model")),
        tokens=Tokens(**counts),
        mistakes=texts_of(details.get("mistakes")),
        leniencies=texts_of(details.get("leniencies")),
        unknown_tools=texts_of(details.get("unknown_tools")),
        searches=tuple(_searches(details.get("searches"))),
        details=details,
        seconds=number_of(event.get("seconds")),
    )


def _searches(value: object) -> Iterator[Search]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            matches, unknown = texts_of(item.get("found")), texts_of(item.get("unknown"))
            yield Search(text_of(item.get("query")), matches, unknown, text_of(item.get("error")))


def _claims(value: object) -> Iterator[ClaimRecord]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield ClaimRecord(
                text=encodable(text_of(item.get("text"))),
                holds=item.get("holds") is True,
                found=encodable(text_of(item.get("found"))),
                forgeable=item.get("forgeable") is True,
                credit=min(max(number_of(item["credit"]), 0.0), 1.0) if "credit" in item else None,
                weight=max(number_of(item.get("weight", 1.0)), 0.0),  # old records have none
            )


def _failure(value: object) -> Failure | None:
    if not isinstance(value, dict):
        return None
    return Failure(**{name: encodable(text_of(value.get(name))) for name in ("type", "message", "hint")})
