"""Carry out the steps of a task folder in a guest: those of its set-up in order, those of its events one by one."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Literal

from controller.applications.readiness import is_app_ready
from controller.applications.registry import APPLICATIONS
from controller.core.guest import Guest
from controller.core.limits import POLL_SECONDS
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.guests.link.diagnostics import session_journal
from controller.tasks.sources.folder import sites
from controller.tasks.sources.folder.fixtures import Fixture, fixture_files
from controller.tasks.sources.folder.task_file import Copy, Open, Run, Serve, SetupStep
from controller.tasks.toml_lines import line_of
from testbed.errors import GuestConnectionError, GuestError, SetupError

COMMAND_SECONDS = 120.0
WINDOW_SECONDS = 120.0
"""How long an application may take to show its window, and then to work; on a slow guest, that many times more."""


def set_up(
    folder: Path,
    steps: Sequence[SetupStep],
    made: Mapping[PurePosixPath, Fixture],
    guest: Guest,
    cancel: threading.Event,
) -> None:
    """Execute all set-up steps of the task in `folder`, whose variant has `made` these files.

    Raises SetupError naming the step and its line of task.toml, GuestConnectionError, CancelledError.
    """
    for index, step in enumerate(steps):
        carry_out(folder, ("setup", index), step, made, guest, cancel)


def carry_out(
    folder: Path,
    place: tuple[Literal["setup", "event"], int],
    step: SetupStep,
    made: Mapping[PurePosixPath, Fixture],
    guest: Guest,
    cancel: threading.Event,
) -> None:
    """Execute the step at a place of the task's task.toml; otherwise as `set_up`."""
    try:
        _execute(folder, step, made, guest, cancel)
    except GuestConnectionError:
        raise
    except GuestError as error:
        path = folder / "task.toml"
        line = line_of(path.read_text(encoding="utf-8"), place)
        name = "set-up step" if place[0] == "setup" else "event"
        raise SetupError(
            f"{path}:{line}: {name} {place[1] + 1} ({in_words(step)}) failed: {error.message}",
            hint=error.hint,
        ) from error


def in_words(step: SetupStep) -> str:
    """Return what a step does, as a line of text."""
    match step:
        case Copy():
            return f"copy {step.copy_} to {step.to}"
        case Run():
            return f"run as {step.as_}: {shlex.join(step.run)}"
        case Serve():
            return f"show {step.serve} on the site {step.site}"
        case Open():
            window = f", wait for an active window that matches {step.window!r}" if step.window else ""
            return f"open {shlex.join((step.open, *step.files))}{window}"


def _execute(
    folder: Path,
    step: SetupStep,
    made: Mapping[PurePosixPath, Fixture],
    guest: Guest,
    cancel: threading.Event,
) -> None:
    match step:
        case Copy():
            for path, file in fixture_files(folder, step.copy_, made).items():
                guest.write_file(
                    str(PurePosixPath(step.to) / path), file.data, mode=0o755 if file.executable else 0o644
                )
        case Run():
            guest.run(step.run, as_user=step.as_ == "user", timeout=COMMAND_SECONDS * guest.slowness)
        case Serve():
            sites.serve(guest, step.site, fixture_files(folder, step.serve, made))
        case Open():
            _open(step, guest, cancel)


def _open(step: Open, guest: Guest, cancel: threading.Event) -> None:
    # A machine may come from a snapshot that has the application open already.
    if step.files or not any(_matches(step, window.title, window.app) for window in windows_of(guest)):
        guest.run(
            ["testbed-open", step.open, *step.files], as_user=True, timeout=COMMAND_SECONDS * guest.slowness
        )

    def in_front() -> bool:
        matches = [window for window in windows_of(guest) if _matches(step, window.title, window.app)]
        if any(window.active for window in matches):
            return True
        if matches:
            # The window manager leaves the focus with an application that was busy meanwhile, as a person would not.
            _raise_window(guest, matches[0].title)
        return False

    def expected_window() -> str:
        titles = [f"{window.title!r}{' (active)' if window.active else ''}" for window in windows_of(guest)]
        kind = f"with a title like {step.window!r}" if step.window else f"of {step.open}"
        return f"an active window {kind}; windows: {', '.join(titles) or 'none'}\n{session_journal(guest)}"

    # Each look takes the guest's time: a slow one is looked at less often.
    seconds, every = WINDOW_SECONDS * guest.slowness, POLL_SECONDS * guest.slowness
    wait_until(in_front, seconds=seconds, what=expected_window, every=every, cancel=cancel)
    wait_until(
        lambda: is_app_ready(step.open, step.files, guest),
        seconds=seconds,
        what=lambda: f"{step.open} to work, whose window is there\n{session_journal(guest)}",
        every=every,
        cancel=cancel,
    )
    settled = guest.call_tool(
        "computer.screenshot", {"limit_seconds": APPLICATIONS[step.open].settle_seconds}
    )
    if settled.is_error:
        raise GuestError(f"no screenshot after opening: {settled.text[:500]}")


def _raise_window(guest: Guest, title: str) -> None:
    pattern = f"^{re.escape(title)}$"
    guest.run(
        ["xdotool", "search", "--onlyvisible", "--name", pattern, "windowactivate"], as_user=True, check=False
    )


def _matches(step: Open, title: str, app: str) -> bool:
    empty_title = APPLICATIONS[step.open].empty_title
    if step.files and empty_title and re.search(empty_title, title):
        return False
    return bool(re.search(step.window, title)) if step.window else app == step.open
