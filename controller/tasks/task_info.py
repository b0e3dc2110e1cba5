"""What is known of a task before it is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["L1", "L2", "L3"]
"""How long a task is: a step or two with one tool, about five steps, or more with several tools (MCPVerse)."""


@dataclass(frozen=True, slots=True)
class OpenedApplication:
    """An application that a task's set-up opens, with its documents' paths in the guest."""

    app: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskInfo:
    """What selections, lists, records and metrics have of a task.

    Attributes:
        applications: The applications that it is about, by id.
        suites: The suites of its source that it belongs to.
        tools: The annotated tools: those that help; empty also if its source only records that there are some.
        tool_beneficial: Whether some tool helps; always if `tools` names one.
        feasible: Whether it can be done; an infeasible task is solved by calling it so.
        feasible_counterpart: Id of the feasible task that an infeasible one is the counterpart of.
        level: How long it is; None if its source does not record it.
        requirement: What it needs beyond a guest, as "<kind>: <detail>" or "<kind>"; "" if its source does not record
            it.
        malformed: Whether its definition cannot be read at all, which its `skip_reason` says; it is then skipped.
        opened: The applications that its set-up opens, in order, as far as it is known.
    """

    applications: tuple[str, ...]
    suites: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    tool_beneficial: bool = False
    feasible: bool = True
    feasible_counterpart: str | None = None
    level: Level | None = None
    requirement: str = ""
    malformed: bool = False
    opened: tuple[OpenedApplication, ...] = ()

    def __post_init__(self) -> None:
        if self.tools:
            object.__setattr__(self, "tool_beneficial", True)
