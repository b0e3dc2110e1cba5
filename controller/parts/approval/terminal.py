"""Questions about actions that need approval, at the terminal of this process."""

from __future__ import annotations

import os
import select
import sys
import termios

from controller.core.plain_text import PlainConsole
from controller.parts.approval.person import POLL_SECONDS
from controller.parts.approval.request import ApprovalDecision, ApprovalRequest

YES, NO = ("y", "yes"), ("n", "no")
PROMPT = "Approve? Type y or n (within {seconds:g} s, else it is denied): "


class TerminalQuestions:
    """The terminal. Implements `ApprovalTerminal`."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor` is that of the terminal's input."""
        self._input = descriptor
        self._console = PlainConsole(stderr=True)
        self._prompt = ""
        self._closed = False

    @classmethod
    def open(cls) -> TerminalQuestions | None:
        """Return the terminal of this process; None without one, and for a process in the background."""
        if sys.stdin is None or not sys.stdin.isatty():
            return None
        terminal = cls(sys.stdin.fileno())
        return terminal if terminal._reads else None

    def ask(self, request: ApprovalRequest, seconds: float) -> None:
        """Show a question. What was typed before it is dropped: it answers something else."""
        if self._reads:
            termios.tcflush(self._input, termios.TCIFLUSH)
        self._print(f"Approval needed: {request.label}, step {request.step}")
        for action in request.actions:
            self._print(f"  {action}")
        for reason in request.reasons:
            self._print(f"  because: {reason}")
        self._prompt = PROMPT.format(seconds=seconds)
        self._print(self._prompt)

    def answer(self) -> bool | None:
        """Return what was typed as an answer."""
        ready, _, _ = select.select([] if self._closed else [self._input], [], [], POLL_SECONDS)
        if not ready or not self._reads:
            return None
        typed = os.read(self._input, 4096)
        self._closed = not typed
        word = typed.decode("utf-8", "replace").strip().lower()
        if word in YES or word in NO:
            return word in YES
        if word:
            self._print(self._prompt)
        return None

    def show_decision(self, decision: ApprovalDecision) -> None:
        """Show what was decided."""
        self._print(f"{'approved' if decision.approved else 'denied'} ({decision.by})")

    @property
    def _reads(self) -> bool:
        """Whether this process may read: one in the background would be stopped."""
        return not self._closed and os.tcgetpgrp(self._input) == os.getpgrp()

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)
