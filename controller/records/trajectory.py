"""An episode's events as typed data: observations, decisions, steps and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from controller.records.event_lines import Event
from controller.records.event_values import text_of
from controller.records.run_info import Failure
from controller.records.spending import Tokens
from controller.records.verdicts import ClaimRecord


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
    that a person had carried out, `denied` one that a part of the episode denied. `group` is the number of the first of
    the steps that were executed at the same time, None for a step alone. Times are in seconds, `time` since 1970."""

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
    unknown; `differences` are a replay's requests that differ from the record, `others` the events of further kinds, by
    kind: those of the parts of episodes."""

    guest: str = ""
    snapshot: str = ""
    seed: int | None = None
    attempt: int = 0
    began: float = 0.0
    last: float = 0.0
    first_observation: RecordedObservation | None = None
    turns: tuple[Turn, ...] = ()
    others: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    verdict: JudgeVerdict | None = None
    end: End | None = None
    differences: tuple[str, ...] = ()
    imported: ImportedFolder | None = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for turn in self.turns for step in turn.steps)
