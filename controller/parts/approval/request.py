"""Approval of actions: what is asked of a person, and what was decided."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Literal, Protocol

DecidedBy = Literal["policy", "terminal", "viewer", "time limit"]
"""Who decided: the run's policy, a person at the terminal or in the viewer, or nobody in time."""
APPROVAL_SECONDS = 300.0
"""Default time limit of a person's decision."""


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """Actions of an episode that need approval.

    Attributes:
        task: The task's id.
        epoch: The epoch, from 1.
        label: Names the episode for people.
        step: The number of the step that the first action would be.
        actions: The actions, each as one line of text.
        reasons: Why they need approval.
    """

    task: str
    epoch: int
    label: str
    step: int
    actions: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApprovalDecision:
    """Whether actions are approved, and who decided; `user` is the person's account."""

    approved: bool
    by: DecidedBy
    user: str = ""


class Approver(Protocol):
    """Decides on requests of a run whose policy is `ask`. Used by several threads."""

    def ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:
        """Return the decision on a request. Raises CancelledError as soon as `cancel` is set, RecordsError."""
        ...
