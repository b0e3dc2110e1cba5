"""Executes the set-up and postconfig steps of OSWorld's tasks on a guest.

The effects are those of OSWorld's controller and of its in-guest server: which failures end the set-up (a file that is
not in the cache, a document whose window does not come, a browser that does not answer) and which do not (a command
that fails, a window that is not there), where variables are replaced, and that a list of words needs no shell.
Waiting differs: a `sleep` step waits until the screen has settled and the window that the next step names is there,
at most as long as it says.
"""

from __future__ import annotations

import posixpath
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from controller.core.guest import HOME, CommandResult, Guest, parse_structured
from controller.core.limits import POLL_SECONDS
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.tasks.sources.osworld import browser, windows
from controller.tasks.sources.osworld.files import EMPTY_HISTORY, HISTORY_NAME, download_name
from controller.tasks.sources.osworld.history import filled_history
from controller.tasks.sources.osworld.steps import (
    BrowseHistory,
    CloseTabs,
    Command,
    Download,
    Execute,
    GoogleDrive,
    Launch,
    Login,
    OpenPath,
    OpenTabs,
    Sleep,
    Step,
    WindowStep,
)
from testbed.errors import (
    CancelledError,
    GuestConnectionError,
    GuestError,
    GuestTimeoutError,
    SetupError,
)

PASSWORD = "password"
"""The password of the guest's user that OSWorld's tasks assume."""
OUTPUTS = "/var/lib/testbed-osworld"
"""Folder in the guest, root's alone, with the outputs of commands that the judge reads."""
HISTORY = f"{HOME}/.config/google-chrome/Default/History"
COMMAND_SECONDS = 120.0
"""Time limit of a command, as in OSWorld's server; in a slow guest, that many times more."""
WINDOW_SECONDS = 120.0
"""How long a document may take to show its window. OSWorld's server waits for 1800 s."""

SETTLE_SECONDS = 30.0
"""The longest that the guest's tool waits for the screen to settle."""
LAUNCH_SECONDS = 30.0
"""How long a launched program may take to show its window before the agent begins."""

ReadFile = Callable[[str, str], bytes]
"""Returns a file's content from the cache by its URL and name. Raises SetupError if it is missing."""


@dataclass(frozen=True, slots=True)
class StepContext:
    """What the steps need besides their parameters.

    Attributes:
        guest: The guest.
        cancel: Ends every wait as soon as it is set.
        read_file: Reads the cache.
        exact_sleeps: Sleep as long as a step says, instead of waiting for the screen.
    """

    guest: Guest
    cancel: threading.Event
    read_file: ReadFile
    exact_sleeps: bool = False


def execute_steps(place: str, steps: Sequence[Step], context: StepContext) -> None:
    """Execute steps in order.

    Args:
        place: Where they are defined, for errors, such as "t1.json: config".
        steps: The steps.
        context: The guest and what else they need.

    Raises:
        SetupError: A step failed whose failure is fatal; names the step.
        GuestConnectionError: The guest cannot be reached.
        CancelledError: `cancel` was set.
    """
    for index, step in enumerate(steps):
        following = steps[index + 1] if index + 1 < len(steps) else None
        try:
            _execute(step, following, context)
        except GuestConnectionError:
            raise
        except (GuestError, SetupError) as error:
            raise SetupError(
                f"{place}[{index}] ({step.type}) failed: {error.message}", hint=error.hint
            ) from error


def execute_setup(place: str, steps: Sequence[Step], context: StepContext) -> None:
    """Execute set-up steps as `execute_steps` does, then wait until what they launched is on the screen.

    OSWorld's runners sleep for 20 to 60 s there. A window that does not come is no error, as in OSWorld.
    """
    launched = sum(isinstance(step.parameters, Launch) and not _is_background(step) for step in steps)
    before = len(windows_of(context.guest)) if launched else 0
    execute_steps(place, steps, context)
    if launched:
        limit = LAUNCH_SECONDS * context.guest.slowness
        windows.wait_for_number(before + launched, context.guest, limit, context.cancel)
        _settle(limit, context.guest)


def _is_background(step: Step) -> bool:
    """Whether a step launches a program without a window."""
    return posixpath.basename(step.commands[0].split()[0]) in ("socat", "pkill")


def _execute(step: Step, following: Step | None, context: StepContext) -> None:
    match step.parameters:
        case Download(files=files):
            for file in files:
                data = context.read_file(file.url, download_name(file.url, file.path))
                context.guest.write_file(_absolute(file.path), data)
        case Launch() as launch:
            _launch(launch, context.guest)
        case Execute() as execute:
            _run_command(execute, context)
        case OpenPath(path=path):
            _open(path, context)
        case WindowStep() as window:
            if step.type == "close_window":
                windows.close(window, context.guest)
            else:
                windows.activate(window, context.guest)
        case Sleep(seconds=seconds):
            _sleep(seconds, following, context)
        case OpenTabs(urls_to_open=urls):
            browser.open_tabs(urls, context.guest, context.cancel)
        case CloseTabs(urls_to_close=urls):
            browser.close_tabs(urls, context.guest, context.cancel)
        case BrowseHistory(history=visits):
            empty = context.read_file(EMPTY_HISTORY, HISTORY_NAME)
            context.guest.write_file(HISTORY, filled_history(empty, visits))
        case GoogleDrive() | Login():
            raise SetupError("it needs a Google account", hint="this task cannot run here")


def _launch(launch: Launch, guest: Guest) -> None:
    """Start a program in the session. A program that is missing or fails is no error, as in OSWorld."""
    command = launch.command
    if isinstance(command, str) and not launch.shell:
        command = tuple(command.split())
    argv = _argv(command, shell=bool(launch.shell))
    unit = ["systemd-run", "--user", "--quiet", "--collect", "--no-block", "--slice=app.slice"]
    unit += [f"--working-directory={HOME}", "--property=KillMode=process", "--"]
    guest.run([*unit, *argv], as_user=True, check=False, timeout=COMMAND_SECONDS * guest.slowness)


def _run_command(execute: Execute, context: StepContext) -> None:
    """Run a command until `until` is met. What it returns is no error, as in OSWorld."""
    guest = context.guest
    command = _replaced(execute.command, guest)
    argv = _argv(command, shell=bool(execute.shell))
    limit = COMMAND_SECONDS * guest.slowness

    def run_once() -> bool:
        try:
            result = guest.run(argv, as_user=True, check=False, timeout=limit)
        except GuestTimeoutError:
            return not execute.until
        for name, output in ((execute.stdout, result.stdout), (execute.stderr, result.stderr)):
            if name:
                guest.write_file(output_path(name), output, owner="root", mode=0o600)
        return not execute.until or _meets(result, execute.until)

    wait_until(run_once, seconds=limit, what=f"`until` of {argv}", every=0.3, cancel=context.cancel)


def output_path(name: str) -> str:
    """Return where in the guest the output lies that a step calls `name`."""
    return f"{OUTPUTS}/{posixpath.basename(name)}"


def _meets(result: CommandResult, until: Mapping[str, object]) -> bool:
    return (
        ("returncode" in until and result.exit_code == until["returncode"])
        or ("stdout" in until and str(until["stdout"]) in result.text)
        or ("stderr" in until and str(until["stderr"]) in result.stderr.decode("utf-8", "replace"))
    )


def _argv(command: Command, *, shell: bool) -> list[str]:
    """Return the words to execute. With a shell, the words after the first are its parameters, as in Python."""
    words = [command] if isinstance(command, str) else [*command]
    if shell:
        return ["/bin/sh", "-c", *words]
    if isinstance(command, str):
        words = shlex.split(command)
    return [posixpath.join(HOME, word[2:]) if word.startswith("~/") else word for word in words]


def _replaced(command: Command, guest: Guest) -> Command:
    """Replace OSWorld's variables: the password, and the screen's size."""
    if "{" not in (command if isinstance(command, str) else "".join(command)):
        return command
    width, height = _screen_size(guest)
    values = {
        "{CLIENT_PASSWORD}": PASSWORD,
        "{SCREEN_WIDTH_HALF}": str(width // 2),
        "{SCREEN_HEIGHT_HALF}": str(height // 2),
        "{SCREEN_WIDTH}": str(width),
        "{SCREEN_HEIGHT}": str(height),
    }

    def replaced(text: str) -> str:
        for name, value in values.items():
            text = text.replace(name, value)
        return text

    return replaced(command) if isinstance(command, str) else tuple(map(replaced, command))


class _Size(BaseModel):
    model_config = ConfigDict(extra="ignore")

    width: int = Field(gt=0)
    height: int = Field(gt=0)


def _screen_size(guest: Guest) -> tuple[int, int]:
    answer = guest.call_tool("computer.screen_size", {})
    if answer.is_error:
        raise GuestError(f"no size of the screen: {answer.text[:500]}")
    size = parse_structured(_Size, answer.structured, "computer.screen_size")
    return size.width, size.height


def _open(path: str, context: StepContext) -> None:
    """Open a file, or start a program of that name, and wait for its window."""
    guest, target = context.guest, _absolute(path)
    exists = guest.run(["test", "-e", target], as_user=True, check=False).exit_code == 0
    if exists:
        argv = ["xdg-open", target]
    elif guest.run(["sh", "-c", 'command -v -- "$1"', "sh", path], as_user=True, check=False).exit_code == 0:
        argv = [path]
    else:
        raise SetupError(f"{path}: there is no such file or program in the guest")
    name = posixpath.basename(target) if exists else path
    _launch(Launch(command=tuple(argv)), guest)
    stem = posixpath.splitext(name)[0]

    def titled() -> str:
        titles = [window.title for window in windows_of(guest)]
        return next((title for title in titles if name in title or stem in title), "")

    title = wait_until(
        titled,
        seconds=WINDOW_SECONDS * guest.slowness,
        what=lambda: f"a window with {name!r} in its title; {windows.titles(guest)}",
        every=POLL_SECONDS * guest.slowness,
        cancel=context.cancel,
    )
    windows.raise_window(title, guest)


def _sleep(seconds: float, following: Step | None, context: StepContext) -> None:
    if context.exact_sleeps:
        if context.cancel.wait(seconds):
            raise CancelledError("interrupted")
        return
    guest = context.guest
    named = following.parameters if following and isinstance(following.parameters, WindowStep) else None
    if named is not None:
        windows.wait_for(named, guest, seconds, context.cancel)
    _settle(seconds, guest)


def _settle(seconds: float, guest: Guest) -> None:
    """Wait until the screen is quiet, at most so long."""
    answer = guest.call_tool("computer.screenshot", {"limit_seconds": min(seconds, SETTLE_SECONDS)})
    if answer.is_error:
        raise GuestError(f"no screenshot: {answer.text[:500]}")


def _absolute(path: str) -> str:
    """Return a path of the guest as OSWorld's server resolves it: below the user's home."""
    return posixpath.normpath(posixpath.join(HOME, path.removeprefix("~/").replace("$HOME", HOME)))
