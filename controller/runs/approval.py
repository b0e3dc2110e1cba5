"""A person approves the actions of a run's episodes: at the terminal, or in the viewer."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from controller.core.account import account
from controller.core.approval import ApprovalDecision, ApprovalRequest
from controller.records.approval_files import ApprovalFiles, OpenQuestion
from controller.records.open_viewers import is_viewed
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.trajectory import Approval
from controller.runs.observer import RunObserver
from testbed.command import command
from testbed.errors import CancelledError, UsageError

POLL_SECONDS = 0.1


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


def check_can_ask(options: RunOptions, folder: Path, *, terminal: bool) -> None:
    """Raise UsageError when a person is to approve actions of a run and there is neither a terminal nor a viewer."""
    if options.approve == "ask" and not options.replay and not terminal and not is_viewed(folder):
        raise UsageError(
            "--approve ask needs a person, and there is neither a terminal nor an open viewer of this run",
            hint=f"run it in a terminal, or open `{command(f'view {folder.parent}')}` before, or use --approve never",
        )


class PersonApprover:
    """Asks a person about actions, one question at a time. Implements `Approver`."""

    def __init__(
        self, records: RunRecords, observer: RunObserver, terminal: ApprovalTerminal | None = None
    ) -> None:
        """Ask in the viewer of the run with these records, and at the terminal, if there is one."""
        self._files = ApprovalFiles(records.folder)
        self._seconds = records.info.options.approve_seconds
        self._observer = observer
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
                step=request.step,
                actions=request.actions,
                reasons=request.reasons,
                asked=time.time(),
                seconds=self._seconds,
            )
        )
        self._observer.asked(request)
        if self._terminal:
            self._terminal.ask(request, self._seconds)
        try:
            decision = self._wait(identity, cancel)
        finally:
            self._files.close()
        self._observer.decided(request, decision)
        if self._terminal:
            self._terminal.show_decision(decision)
        return decision

    def _wait(self, identity: str, cancel: threading.Event) -> ApprovalDecision:
        end = time.monotonic() + self._seconds
        while True:
            if cancel.is_set():
                raise CancelledError("interrupted")
            if answer := self._files.answer_to(identity):
                return ApprovalDecision(answer.approved, "viewer", answer.user)
            if time.monotonic() >= end:
                return ApprovalDecision(False, "time limit")
            if self._terminal is None:
                cancel.wait(POLL_SECONDS)
            elif (typed := self._terminal.answer()) is not None:
                return ApprovalDecision(typed, "terminal", account())


@dataclass(slots=True)
class RecordedApprover:
    """Decides as a recorded attempt did, question by question; denies what it has no decision on."""

    decisions: list[Approval]

    @classmethod
    def of(cls, approvals: Iterable[Approval]) -> RecordedApprover:
        """Return the approver of an attempt with these approvals."""
        return cls([approval for approval in approvals if approval.by != "policy"])

    def ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:  # noqa: ARG002
        """Return the next recorded decision."""
        if not self.decisions:
            return ApprovalDecision(False, "time limit")
        recorded = self.decisions.pop(0)
        return ApprovalDecision(recorded.approved, recorded.by, recorded.user)
