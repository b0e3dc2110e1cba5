"""The display of a run in progress: a live table, plain lines, or nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from controller.core.actions import Action, describe_action
from controller.records.run_info import Attempt, EpisodeResult
from controller.runs.attempts import RunObserver

Style = Literal["rich", "plain", "none"]
STYLES: tuple[Style, ...] = ("rich", "plain", "none")
_COLOURS = {"completed": "green", "out_of_steps": "yellow", "agent_error": "red", "infra_error": "magenta"}


def default_style(console: Console) -> Style:
    """Return `rich` on a terminal, else `plain`."""
    return "rich" if console.is_terminal else "plain"


@contextmanager
def watching(style: Style, total: int, console: Console) -> Iterator[RunObserver]:
    """Yield an observer of that style and display it meanwhile; `total` is the number of episodes."""
    if style == "rich":
        table = LiveTable(total)
        with Live(get_renderable=table.render, console=console, refresh_per_second=4, transient=False):
            yield table
    else:
        yield PlainLines(total, console) if style == "plain" else Silence()


class Silence:
    """Shows nothing."""

    def started(self, worker: int, label: str, guest: str) -> None: ...

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None: ...

    def retried(self, worker: int, label: str, attempt: Attempt) -> None: ...

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None: ...

    def cancelled(self, worker: int, label: str) -> None: ...


class PlainLines:
    """Prints one line for each event, for logs and pipes."""

    def __init__(self, total: int, console: Console) -> None:
        self._total = total
        self._console = console
        self._done = 0
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def started(self, worker: int, label: str, guest: str) -> None:  # noqa: ARG002
        self._line(f"{label}: started on {guest}")

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:  # noqa: ARG002
        self._line(f"{label}: step {step}: {describe_action(action)}")

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:  # noqa: ARG002
        self._line(
            f"{label}: try {attempt.number} failed, trying again: {_first_line(attempt.error.message)}"
        )

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:  # noqa: ARG002
        with self._lock:
            self._done += 1
            done = self._done
        self._line(f"{label}: {_verdict(result)} [{done}/{self._total}]")

    def cancelled(self, worker: int, label: str) -> None:  # noqa: ARG002
        self._line(f"{label}: cancelled")

    def _line(self, text: str) -> None:
        with self._lock:
            seconds = time.monotonic() - self._began
            self._console.print(f"{seconds:7.1f} s  {text}", markup=False, highlight=False, soft_wrap=True)


@dataclass(slots=True)
class _Row:
    label: str
    guest: str
    began: float
    step: int = 0
    action: str = ""


class LiveTable:
    """A table of the running episodes, below those that ended."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._rows: dict[int, _Row] = {}
        self._ended: list[tuple[str, EpisodeResult]] = []
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def started(self, worker: int, label: str, guest: str) -> None:
        with self._lock:
            self._rows[worker] = _Row(label, guest, time.monotonic())

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:  # noqa: ARG002
        with self._lock:
            self._rows[worker].step = step
            self._rows[worker].action = describe_action(action)

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        with self._lock:
            row = self._rows.setdefault(worker, _Row(label, "", time.monotonic()))
            row.action = f"try {attempt.number} failed: {_first_line(attempt.error.message)}"

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        with self._lock:
            self._rows.pop(worker, None)
            self._ended.append((label, result))

    def cancelled(self, worker: int, label: str) -> None:  # noqa: ARG002
        with self._lock:
            self._rows.pop(worker, None)

    def render(self) -> RenderableType:
        """Return the table in its current state."""
        table = Table(expand=True, box=None, pad_edge=False)
        table.add_column("task", ratio=3, no_wrap=True)
        table.add_column("guest", ratio=1, no_wrap=True)
        table.add_column("step", justify="right", width=5)
        table.add_column("last action", ratio=5, no_wrap=True)
        table.add_column("time", justify="right", width=8)
        with self._lock:
            for label, result in self._ended[-20:]:
                colour = _COLOURS.get(result.status, "white")
                if result.status == "completed" and result.score != 1.0:
                    colour = "yellow"
                verdict = Text(_verdict(result), style=colour)
                seconds = f"{result.seconds:.1f} s"
                table.add_row(Text(label), Text(result.guest), str(result.steps), verdict, seconds)
            for _, row in sorted(self._rows.items()):
                elapsed = f"{time.monotonic() - row.began:.1f} s"
                table.add_row(
                    Text(row.label, style="bold"), Text(row.guest), str(row.step), Text(row.action), elapsed
                )
            successes = sum(result.score == 1.0 for _, result in self._ended)
            elapsed = f"{time.monotonic() - self._began:.0f} s"
            head = f"{len(self._ended)} of {self._total} episodes, {successes} successes, {elapsed}"
        return Group(table, Text(head, style="dim"))


def _cut(text: str, limit: int = 120) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _first_line(text: str) -> str:
    return _cut(text.splitlines()[0] if text else "")


def _verdict(result: EpisodeResult) -> str:
    if result.error is not None:
        return f"{result.status}: {_first_line(result.error.message)}"
    cost = f", ${result.cost:.4f}" if result.cost else ", cost unknown" if result.cost is None else ""
    return f"{result.status}, score {result.score:g}, {result.steps} steps, {result.seconds:.1f} s{cost}"
