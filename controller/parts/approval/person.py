"""A person approves the actions of a run's episodes: at the terminal, or in the viewer."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, get_args

from controller.core.account import account
from controller.parts.approval.request import ApprovalDecision, ApprovalRequest, DecidedBy
from controller.records.event_values import text_of
from controller.records.questions import OpenQuestion, QuestionFiles
from testbed.errors import CancelledError

POLL_SECONDS = 0.1
YES = "yes"
CHOICES = {YES: "Approve", "no": "Deny"}
"""The answers in the viewer, and the words on their buttons."""


class ApprovalTerminal(Protocol):
    """A terminal with a person."""

    def ask(self, request: ApprovalRequest, seconds: float) -> None:
        """Show a question that is to be answered within `seconds`."""
        ...

    def answer(self) -> bool | None:
        """Return the answer; None if there is none within `POLL_SECONDS`."""
        ...

    def show_decision(self, decision: ApprovalDecision) -> None:
        """Show what was decided."""
        ...


class PersonApprover:
    """Asks a person about actions, one question at a time. Implements `Approver`."""

    def __init__(
        self,
        folder: Path,
        seconds: float,
        tell: Callable[[str, str], None],
        terminal: ApprovalTerminal | None = None,
    ) -> None:
        """Ask in the viewer of the run in a folder, and at the terminal, if there is one.

        Args:
            folder: The run's folder.
            seconds: Time limit of a decision.
            tell: Shows people who watch the run one line about an episode: its label, the line.
            terminal: The terminal.
        """
        self._files = QuestionFiles(folder)
        self._seconds = seconds
        self._tell = tell
        self._terminal = terminal
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Remove the question of a process that was killed. Raises RecordsError."""
        self._files.close()

    def ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:
        """Ask as soon as no other question is open. Raises CancelledError, RecordsError."""
        while not self._lock.acquire(timeout=POLL_SECONDS):
            if cancel.is_set():
                raise CancelledError("interrupted")
        try:
            return self._ask(request, cancel)
        finally:
            self._lock.release()

    def _ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:
        identity = secrets.token_hex(16)
        self._files.open(
            OpenQuestion(
                id=identity,
                task=request.task,
                epoch=request.epoch,
                title=f"Step {request.step} needs approval",
                lines=request.actions,
                notes=tuple(f"Reason: {reason}" for reason in request.reasons),
                choices=CHOICES,
                otherwise="it is denied",
                asked=time.time(),
                seconds=self._seconds,
            )
        )
        self._tell(request.label, f"step {request.step} waits for approval: {'; '.join(request.actions)}")
        if self._terminal:
            self._terminal.ask(request, self._seconds)
        try:
            decision = self._wait(identity, cancel)
        finally:
            self._files.close()
        decided = "approved" if decision.approved else "denied"
        self._tell(request.label, f"step {request.step} {decided} ({decision.by})")
        if self._terminal:
            self._terminal.show_decision(decision)
        return decision

    def _wait(self, identity: str, cancel: threading.Event) -> ApprovalDecision:
        end = time.monotonic() + self._seconds
        while True:
            if cancel.is_set():
                raise CancelledError("interrupted")
            if answer := self._files.answer_to(identity):
                return ApprovalDecision(answer.choice == YES, "viewer", answer.user)
            if time.monotonic() >= end:
                return ApprovalDecision(False, "time limit")
            if self._terminal is None:
                cancel.wait(POLL_SECONDS)
            elif (typed := self._terminal.answer()) is not None:
                return ApprovalDecision(typed, "terminal", account())


@dataclass(slots=True)
class RecordedApprover:
    """Decides as a recorded attempt did, question by question; denies what it has no decision on."""

    decisions: list[ApprovalDecision]

    @classmethod
    def of(cls, events: Iterable[Mapping[str, Any]]) -> RecordedApprover:
        """Return the approver of an attempt with these recorded events."""
        asked = (event for event in events if event.get("event") == "approval")
        decisions = [
            ApprovalDecision(event.get("approved") is True, by, text_of(event.get("user")))
            for event in asked
            for by in get_args(DecidedBy)
            if by == event.get("by") != "policy"
        ]
        return cls(decisions)

    def ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:  # noqa: ARG002
        """Return the next recorded decision."""
        return self.decisions.pop(0) if self.decisions else ApprovalDecision(False, "time limit")
