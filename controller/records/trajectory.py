"""An episode's events as typed data: observations, decisions, steps and results.

Records may come from elsewhere or be damaged: a field of an unexpected type counts as missing, and a name in them
is used as a path only if it has the form that testbed writes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

from controller.core.approval import DecidedBy
from controller.core.texts import encodable
from controller.records.event_lines import Event
from controller.records.run_folder import EpisodeFolder
from controller.records.run_info import ClaimRecord, Failure, TriggeredEventRecord
from controller.records.spending import MOST, Tokens

_LARGEST_SIDE = 100_000
_COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "calls")


@dataclass(frozen=True, slots=True)
class Window:
    """A window on the screen."""

    title: str
    app: str
    active: bool


@dataclass(frozen=True, slots=True)
class RecordedObservation:
    """An observation. Sizes are in pixels, 0 when unknown; `marked` is the screenshot with marks, `text` the
    observation's text. `steps_left` is None when unknown."""

    time: float
    screen: Path | None
    marked: Path | None
    width: int
    height: int
    windows: tuple[Window, ...]
    steps_left: int | None
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an action."""

    text: str
    structured: Any
    pictures: tuple[Path, ...]
    is_error: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A step. `mistake` is the error of an invalid action, which has no action here. `performed` marks an action
    that a person had carried out, `denied` one that was not approved. `group` is the number of the first of the steps
    that were executed at the same time, None for a step alone. Times are in seconds, `time` since 1970."""

    number: int
    time: float
    action: dict[str, Any]
    refused: bool
    performed: bool
    mistake: bool
    result: Result | None
    seconds: float
    group: int | None = None
    denied: bool = False

    @property
    def kind(self) -> str:
        """The action's type, "" when it has none."""
        return text_of(self.action.get("type"))

    @property
    def failed(self) -> bool:
        return self.refused or self.mistake or (self.result is not None and self.result.is_error)


@dataclass(frozen=True, slots=True)
class Search:
    """A tool search by the model's vendor: tools found by name, unknown names, error."""

    query: str
    found: tuple[str, ...]
    unknown: tuple[str, ...]
    error: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the agent and its usage. `unknown_tools` are calls that the agent's adapter answered itself."""

    time: float
    thought: str
    model: str
    tokens: Tokens
    mistakes: tuple[str, ...]
    leniencies: tuple[str, ...]
    unknown_tools: tuple[str, ...]
    searches: tuple[Search, ...]
    details: dict[str, Any]
    seconds: float


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision with its steps, the observation and tools before it, and the observation after it.

    `offered` is None when unknown, `decision` is None where a Gymnasium agent decides, `after` is None when
    the records end before it.
    """

    before: RecordedObservation | None
    offered: tuple[str, ...] | None
    decision: Decision | None
    steps: tuple[Step, ...]
    after: RecordedObservation | None


@dataclass(frozen=True, slots=True)
class Approval:
    """The decision on actions that needed approval, before the step `step`; `seconds` is how long it took."""

    step: int
    time: float
    actions: tuple[str, ...]
    reasons: tuple[str, ...]
    approved: bool
    by: DecidedBy
    user: str
    seconds: float


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """The checker's verdict."""

    score: float
    claims: tuple[ClaimRecord, ...]
    safety: tuple[ClaimRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """The end of an attempt."""

    status: str
    error: Failure | None


@dataclass(frozen=True, slots=True)
class ImportedFolder:
    """The folder of an imported episode as OSWorld-MCP's published scripts see it: what they take its `result.txt` for
    (None without one) and whether for a success, whether a prediction calls a listed tool, the number of PNG files."""

    score: float | None
    success: bool
    listed_call: bool
    png_files: int


@dataclass(frozen=True)
class Trajectory:
    """An attempt at an episode from its start to the end of the records. Times are in seconds since 1970, 0 when
    unknown; `differences` are a replay's requests that differ from the record."""

    guest: str = ""
    snapshot: str = ""
    seed: int | None = None
    attempt: int = 0
    began: float = 0.0
    last: float = 0.0
    first_observation: RecordedObservation | None = None
    turns: tuple[Turn, ...] = ()
    triggered_events: tuple[TriggeredEventRecord, ...] = ()
    approvals: tuple[Approval, ...] = ()
    verdict: JudgeVerdict | None = None
    end: End | None = None
    differences: tuple[str, ...] = ()
    imported: ImportedFolder | None = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for turn in self.turns for step in turn.steps)


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
    triggered_events: list[TriggeredEventRecord] = field(default_factory=list)
    approvals: list[Approval] = field(default_factory=list)

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
                self.offered = _texts(event.get("names"))
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
            case "triggered_event":
                self.triggered_events.append(_triggered_event(event))
            case "approval":
                self.approvals.append(_approval(event))
            case "verdict":
                score = number_of(event.get("score"))
                claims, safety = (tuple(_claims(event.get(name))) for name in ("claims", "safety"))
                self.fields["verdict"] = JudgeVerdict(score, claims, safety)
            case "differences":
                self.fields["differences"] = _texts(event.get("requests"))
            case "imported":
                self.fields["imported"] = _imported(event)
            case "end":
                self.fields["end"] = End(text_of(event.get("status")), _failure(event.get("error")))

    def trajectory(self) -> Trajectory:
        self._close(None)
        return Trajectory(
            turns=tuple(self.turns),
            triggered_events=tuple(self.triggered_events),
            approvals=tuple(self.approvals),
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
        width=_side(event.get("width")),
        height=_side(event.get("height")),
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
        group=_count(event.get("group")) or None,
        denied=event.get("denied") is True,
    )


def _pictures(names: object, folder: EpisodeFolder) -> tuple[Path, ...]:
    matches = (folder.picture(name) for name in (names if isinstance(names, list) else ()))
    return tuple(path for path in matches if path)


def _decision(event: Event) -> Decision:
    details = event.get("details")
    details = details if isinstance(details, dict) else {}
    usage = event.get("usage")
    counts = {name: _count(usage.get(name)) for name in _COUNTS} if isinstance(usage, dict) else {}
    return Decision(
        time=number_of(event.get("time")),
        thought=text_of(event.get("thought")),
        model=text_of(details.get("model")),
        tokens=Tokens(**counts),
        mistakes=_texts(details.get("mistakes")),
        leniencies=_texts(details.get("leniencies")),
        unknown_tools=_texts(details.get("unknown_tools")),
        searches=tuple(_searches(details.get("searches"))),
        details=details,
        seconds=number_of(event.get("seconds")),
    )


def _searches(value: object) -> Iterator[Search]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            matches, unknown = _texts(item.get("found")), _texts(item.get("unknown"))
            yield Search(text_of(item.get("query")), matches, unknown, text_of(item.get("error")))


def _triggered_event(event: Event) -> TriggeredEventRecord:
    text, error = (encodable(text_of(event.get(name))) for name in ("text", "error"))
    return TriggeredEventRecord(text=text, step=_count(event.get("step")), error=error)


def _approval(event: Event) -> Approval:
    return Approval(
        step=int(number_of(event.get("step"))),
        time=number_of(event.get("time")),
        actions=_texts(event.get("actions")),
        reasons=_texts(event.get("reasons")),
        approved=event.get("approved") is True,
        by=next((known for known in get_args(DecidedBy) if known == event.get("by")), "policy"),
        user=text_of(event.get("user")),
        seconds=number_of(event.get("seconds")),
    )


def _claims(value: object) -> Iterator[ClaimRecord]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield ClaimRecord(
                text=encodable(text_of(item.get("text"))),
                holds=item.get("holds") is True,
                found=encodable(text_of(item.get("found"))),
                forgeable=item.get("forgeable") is True,
                weight=max(number_of(item.get("weight", 1.0)), 0.0),  # old records have none
            )


def _failure(value: object) -> Failure | None:
    if not isinstance(value, dict):
        return None
    return Failure(**{name: encodable(text_of(value.get(name))) for name in ("type", "message", "hint")})


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def text_of(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def number_of(value: object) -> float:
    """Return a finite number, 0 for anything else."""
    usable = isinstance(value, int | float) and not isinstance(value, bool)
    try:
        number = float(value) if usable else 0.0  # type: ignore[arg-type]
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _count(value: object) -> int:
    """Return a `Count`, 0 for anything else."""
    number = int(number_of(value))
    return number if 0 <= number <= MOST else 0


def _side(value: object) -> int:
    side = int(number_of(value))
    return side if 0 < side <= _LARGEST_SIDE else 0
