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
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from controller.core.actions import Action, describe_action
from controller.core.texts import first_line, one_line, shorten
from controller.metrics.outcomes import evaluator_error
from controller.records.part_records import texts_of_parts
from controller.records.run_info import Attempt, EpisodeResult
from controller.runs.observer import RunObserver

Style = Literal["rich", "plain", "none"]
STYLES: tuple[Style, ...] = ("rich", "plain", "none")
ENDED_SHOWN = 20
BAR_WIDTH = 24
LONGEST_LINE = 120
"""Characters of an action or a message."""
_COLOURS = {
    "completed": "green",
    "out_of_steps": "yellow",
    "agent_error": "red",
    "agent_broke_guest": "red",
    "infra_error": "magenta",
}


def default_style(console: Console) -> Style:
    """Return `rich` on a terminal, else `plain`."""
    return "rich" if console.is_terminal else "plain"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a display relates progress to: the number of episodes, the step limit, the cost limit and the image."""

    episodes: int
    steps: int = 0
    max_cost: float = 0.0
    image: str = ""


@contextmanager
def watching(style: Style, goal: Goal, console: Console) -> Iterator[RunObserver]:
    """Yield an observer of that style and display it meanwhile."""
    if style == "rich":
        table = LiveTable(goal)
        with Live(get_renderable=table.render, console=console, refresh_per_second=4, transient=False):
            yield table
    else:
        yield PlainLines(goal, console) if style == "plain" else Silence()


class Silence(RunObserver):
    """Shows nothing."""


class PlainLines(RunObserver):
    """Prints one line for each event, for logs and pipes."""

    def __init__(self, goal: Goal, console: Console) -> None:
        self._goal = goal
        self._console = console
        self._done = 0
        self._booting = 0
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def guests(self, booting: int, ready: int, in_use: int) -> None:
        with self._lock:
            more, self._booting = booting > self._booting, booting
        if more:
            self._line(f"booting guests: {booting} ({ready} ready, {in_use} in use)")

    def started(self, worker: int, label: str, guest: str) -> None:  # noqa: ARG002
        self._line(f"{label}: started on {guest}")

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:  # noqa: ARG002
        self._line(f"{label}: step {_of_limit(step, self._goal)}: {describe_action(action)}")

    def told(self, label: str, line: str) -> None:
        self._line(f"{label}: {_short(line)}")

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:  # noqa: ARG002
        self._line(
            f"{label}: try {attempt.number} failed, trying again: {_short(first_line(attempt.error.message))}"
        )

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:  # noqa: ARG002
        with self._lock:
            self._done += 1
            done = self._done
        self._line(f"{label}: {_verdict(result)} [{done}/{self._goal.episodes}]")

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


class LiveTable(RunObserver):
    """A table of the running episodes, below those that ended, with the run's progress, guests and cost."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._rows: dict[int, _Row] = {}
        self._ended: list[tuple[str, EpisodeResult]] = []
        self._guests = (0, 0, 0)
        self._booting_since: float | None = None
        self._spent: tuple[int, float | None] = (0, 0.0)
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def guests(self, booting: int, ready: int, in_use: int) -> None:
        with self._lock:
            self._guests = (booting, ready, in_use)
            if not booting:
                self._booting_since = None
            elif self._booting_since is None:
                self._booting_since = time.monotonic()

    def waiting(self, worker: int, label: str) -> None:
        with self._lock:
            before = self._rows.get(worker)
            action = before.action if before and before.label == label else ""
            self._rows[worker] = _Row(label, "", time.monotonic(), action=action)

    def spent(self, tokens: int, cost: float | None) -> None:
        with self._lock:
            self._spent = (tokens, cost)

    def started(self, worker: int, label: str, guest: str) -> None:
        with self._lock:
            self._rows[worker] = _Row(label, guest, time.monotonic(), action="set-up")

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:  # noqa: ARG002
        with self._lock:
            self._rows[worker].step = step
            self._rows[worker].action = describe_action(action)

    def told(self, label: str, line: str) -> None:
        with self._lock:
            for row in self._rows.values():
                if row.label == label:
                    row.action = _short(line)

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        with self._lock:
            row = self._rows.setdefault(worker, _Row(label, "", time.monotonic()))
            row.action = f"try {attempt.number} failed: {_short(first_line(attempt.error.message))}"

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        with self._lock:
            self._rows.pop(worker, None)
            self._ended.append((label, result))

    def cancelled(self, worker: int, label: str) -> None:  # noqa: ARG002
        with self._lock:
            self._rows.pop(worker, None)

    def render(self) -> RenderableType:
        """Return the display in its current state."""
        table = Table(expand=True, box=None, pad_edge=False)
        table.add_column("task", ratio=3, no_wrap=True)
        table.add_column("guest", ratio=1, no_wrap=True)
        table.add_column("step", justify="right", min_width=5, no_wrap=True)
        table.add_column("last action", ratio=5, no_wrap=True)
        table.add_column("time", justify="right", width=8)
        with self._lock:
            for label, result in self._ended[-ENDED_SHOWN:]:
                steps, seconds = _of_limit(result.steps, self._goal), f"{result.seconds:.1f} s"
                verdict = Text(_verdict(result), style=_colour(result))
                table.add_row(Text(label), Text(result.guest), steps, verdict, seconds)
            for _, row in sorted(self._rows.items()):
                elapsed = f"{time.monotonic() - row.began:.1f} s"
                doing = row.action if row.guest else f"waiting for a guest {row.action and f'({row.action})'}"
                steps = _of_limit(row.step, self._goal) if row.guest else ""
                table.add_row(Text(row.label, style="bold"), Text(row.guest), steps, Text(doing), elapsed)
            return Group(table, self._progress(), Text(self._guests_line(), style="dim"))

    def _progress(self) -> RenderableType:
        """Return a bar with the number of episodes, successes, times and cost."""
        done, total = len(self._ended), self._goal.episodes
        elapsed = time.monotonic() - self._began
        successes = sum(result.score == 1.0 for _, result in self._ended)
        parts = [f"{done} of {total} episodes, {successes} successes", duration(elapsed)]
        if 0 < done < total:
            parts.append(f"about {duration(elapsed / done * (total - done))} left")
        parts += self._cost()
        line = Table.grid(padding=(0, 1))
        line.add_column(width=BAR_WIDTH)
        line.add_column()
        line.add_row(ProgressBar(total=max(1, total), completed=done, width=BAR_WIDTH), ", ".join(parts))
        return line

    def _cost(self) -> list[str]:
        tokens, cost = self._spent
        if not tokens:
            return []
        limit = f" of ${self._goal.max_cost:g}" if self._goal.max_cost else ""
        return ["cost unknown" if cost is None else f"${cost:.4f}{limit} so far"]

    def _guests_line(self) -> str:
        booting, ready, in_use = self._guests
        since = "" if self._booting_since is None else f" for {time.monotonic() - self._booting_since:.0f} s"
        image = f"image {self._goal.image}; " if self._goal.image else ""
        return f"{image}guests: {booting} booting{since}, {ready} ready, {in_use} in use"


def duration(seconds: float) -> str:
    """Return a duration in words, such as `2 min 5 s`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _of_limit(step: int, goal: Goal) -> str:
    return f"{step}/{goal.steps}" if goal.steps else str(step)


def _colour(result: EpisodeResult) -> str:
    if evaluator_error(result):
        return "magenta"
    if result.status == "completed" and result.score != 1.0:
        return "yellow"
    return _COLOURS.get(result.status, "white")


def _short(text: str) -> str:
    return shorten(one_line(text), LONGEST_LINE)


def _verdict(result: EpisodeResult) -> str:
    if result.error is not None:
        return f"{result.status}: {_short(first_line(result.error.message))}"
    spent = result.usage.cost
    cost = f", ${spent:.4f}" if spent else ", cost unknown" if spent is None else ""
    told = "".join(f", {text}" for _, text in texts_of_parts(result.parts))
    problem = evaluator_error(result)
    judged = f", EVALUATOR ERROR: {_short(problem)}" if problem else ""
    played = f"{result.status}, score {result.score:g}, {result.steps} steps, {result.seconds:.1f} s"
    return f"{played}{cost}{told}{judged}"
