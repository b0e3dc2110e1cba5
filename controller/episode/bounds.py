"""What bounds an episode, and how far it has come."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from checkers import Termination
from controller.core.actions import ActionSpace
from controller.core.observation import Part
from controller.tasks.judgement import Judgement

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """What bounds an episode.

    Args:
        steps: Step budget; each executed action is a step.
        episode_seconds: Time limit of the whole episode.
        call_seconds: Time limit of one decision of the agent.
        tool_seconds: Time limit of one tool call; 0 leaves it to the tool's own limit.
        actions: Kinds of actions the agent may use.
        keep_final: Record what the checker reads of the guest, for `testbed score --recheck`.
        observe: Parts of the desktop that the agent observes.
    """

    steps: int = 50
    episode_seconds: float = 3600.0
    call_seconds: float = 300.0
    tool_seconds: float = 0.0
    actions: ActionSpace = "gui+mcp"
    keep_final: bool = False
    observe: tuple[Part, ...] = ("screenshot",)


@dataclass(slots=True)
class EpisodeProgress:
    """Counters and outcome of an episode so far; valid even when it ends in an error.

    `played_seconds` is the time since the first observation in which the episode was played, when it was last saved.
    `parts` has the records of parts by name.
    """

    steps: int = 0
    tool_calls: int = 0
    gui_actions: int = 0
    leniencies: Counter[str] = field(default_factory=Counter)
    folds: Counter[str] = field(default_factory=Counter)
    models: list[str] = field(default_factory=list)
    used_tools: list[str] = field(default_factory=list)
    termination: Termination | None = None
    judgement: Judgement | None = None
    timings: dict[str, float] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
    played_seconds: float = 0.0

    def count_call(self, name: str) -> None:
        """Count an executed tool call."""
        self.tool_calls += 1
        if name not in self.used_tools:
            self.used_tools.append(name)

    def count_details(self, details: Mapping[str, Any]) -> None:
        """Count the leniencies and folds in a decision's details."""
        leniencies, folds = (_as_list(details.get(name)) for name in ("leniencies", "folds"))
        self.leniencies.update(map(str, leniencies))
        self.folds.update(str(fold["kind"]) for fold in folds if isinstance(fold, dict) and "kind" in fold)

    def measure(self, name: str, function: Callable[[], Value]) -> Value:
        """Call `function` and add its seconds to the timings."""
        started = time.monotonic()
        try:
            return function()
        finally:
            self.add_timing(name, started)

    def add_timing(self, name: str, started: float) -> None:
        """Add the seconds since a moment of the monotonic clock to the timings."""
        self.timings[name] = round(self.timings.get(name, 0.0) + time.monotonic() - started, 4)


def seconds_since(started: float) -> float:
    """Return the seconds since a moment of the monotonic clock, rounded for the records."""
    return round(time.monotonic() - started, 4)


def _as_list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()
