"""Programs and documents opened in a guest, as OSWorld's set-up steps and its in-guest server open them."""

from __future__ import annotations

import posixpath
import shlex
import threading

from plugins.osworld.tasks import windows
from plugins.osworld.tasks.settling import POLL_SECONDS, settle
from plugins.osworld.tasks.steps import Command, Launch
from testbed.errors import SetupError
from testbed.guests import HOME, Guest, wait_until, windows_of

COMMAND_SECONDS = 120.0
"""Time limit of a command, as in OSWorld's server; in a slow guest, that many times more."""
WINDOW_SECONDS = 120.0
"""How long a document may take to show its window. OSWorld's server waits for 1800 s."""
SHOWN_SECONDS = 5.0
"""How long a window that is there may take to show the document; a film is never quiet."""


def launch(step: Launch, guest: Guest) -> None:
    """Start a program in the session. A program that is missing or fails is no error, as in OSWorld."""
    command = step.command
    if isinstance(command, str) and not step.shell:
        command = tuple(command.split())
    argv = argv_of(command, shell=bool(step.shell))
    unit = ["systemd-run", "--user", "--quiet", "--collect", "--no-block", "--slice=app.slice"]
    unit += [f"--working-directory={HOME}", "--property=KillMode=process", "--"]
    guest.run([*unit, *argv], as_user=True, check=False, timeout=COMMAND_SECONDS * guest.slowness)


def argv_of(command: Command, *, shell: bool) -> list[str]:
    """Return the words to execute. With a shell, the words after the first are its parameters, as in Python."""
    words = [command] if isinstance(command, str) else [*command]
    if shell:
        return ["/bin/sh", "-c", *words]
    if isinstance(command, str):
        words = shlex.split(command)
    return [posixpath.join(HOME, word[2:]) if word.startswith("~/") else word for word in words]


def open_path(path: str, guest: Guest, cancel: threading.Event) -> None:
    """Open a file, or start a program of that name, and wait until its window is there and quiet.

    An editor that is asked to close while it still reads the file asks back whether to save it.
    """
    target = absolute(path)
    exists = guest.run(["test", "-e", target], as_user=True, check=False).exit_code == 0
    if exists:
        argv = ["xdg-open", target]
    elif guest.run(["sh", "-c", 'command -v -- "$1"', "sh", path], as_user=True, check=False).exit_code == 0:
        argv = [path]
    else:
        raise SetupError(f"{path}: there is no such file or program in the guest")
    name = posixpath.basename(target) if exists else path
    launch(Launch(command=tuple(argv)), guest)
    stem = posixpath.splitext(name)[0]

    def find_title() -> str:
        titles = [window.title for window in windows_of(guest)]
        return next((title for title in titles if name in title or stem in title), "")

    title = wait_until(
        find_title,
        seconds=WINDOW_SECONDS * guest.slowness,
        what=lambda: f"a window with {name!r} in its title; {windows.titles(guest)}",
        every=POLL_SECONDS * guest.slowness,
        cancel=cancel,
    )
    windows.raise_window(title, guest)
    settle(SHOWN_SECONDS * guest.slowness, guest)


def absolute(path: str) -> str:
    """Return a path of the guest as OSWorld's server resolves it: below the user's home."""
    return posixpath.normpath(posixpath.join(HOME, path.removeprefix("~/").replace("$HOME", HOME)))
