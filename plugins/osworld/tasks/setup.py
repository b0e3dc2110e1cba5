"""Executes the set-up and postconfig steps of OSWorld's tasks on a guest.

The effects are those of OSWorld's controller and of its in-guest server: which failures end the set-up (a file that is
not in the cache, a document whose window does not come, a browser that does not answer) and which do not (a command
that fails, a window that is not there), where variables are replaced, and that a list of words needs no shell.
Waiting differs: a `sleep` step waits until the screen has settled and the window that the next step names is there,
at most as long as it says.
"""

from __future__ import annotations

import posixpath
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from plugins.osworld.tasks import browser, programs, windows
from plugins.osworld.tasks.files import EMPTY_HISTORY, HISTORY_NAME, download_name
from plugins.osworld.tasks.history import fill_history
from plugins.osworld.tasks.screen_size import screen_size
from plugins.osworld.tasks.settling import settle
from plugins.osworld.tasks.steps import (
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
from testbed.errors import CancelledError, GuestConnectionError, GuestError, GuestTimeoutError, SetupError
from testbed.guests import HOME, CommandResult, Guest, wait_until, windows_of

PASSWORD = "password"
"""The password of the guest's user that OSWorld's tasks assume."""
OUTPUTS = "/var/lib/testbed-osworld"
"""Folder in the guest, root's alone, with the outputs of commands that the judge reads."""
HISTORY = f"{HOME}/.config/google-chrome/Default/History"
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
        settle(limit, context.guest)


def _is_background(step: Step) -> bool:
    """Whether a step launches a program without a window."""
    return posixpath.basename(step.commands[0].split()[0]) in ("socat", "pkill")


def _execute(step: Step, following: Step | None, context: StepContext) -> None:
    match step.parameters:
        case Download(files=files):
            for file in files:
                data = context.read_file(file.url, download_name(file.url, file.path))
                context.guest.write_file(programs.absolute(file.path), data)
        case Launch() as launch:
            programs.launch(launch, context.guest)
        case Execute() as execute:
            _run_command(execute, context)
        case OpenPath(path=path):
            programs.open_path(path, context.guest, context.cancel)
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
            context.guest.write_file(HISTORY, fill_history(empty, visits))
        case GoogleDrive() | Login():
            raise SetupError("it needs a Google account", hint="this task cannot run here")


def _run_command(execute: Execute, context: StepContext) -> None:
    """Run a command until `until` is met. What it returns is no error, as in OSWorld."""
    guest = context.guest
    command = _replace_variables(execute.command, guest)
    argv = programs.argv_of(command, shell=bool(execute.shell))
    limit = programs.COMMAND_SECONDS * guest.slowness

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


def _replace_variables(command: Command, guest: Guest) -> Command:
    """Replace OSWorld's variables: the password, and the screen's size."""
    if "{" not in (command if isinstance(command, str) else "".join(command)):
        return command
    width, height = screen_size(guest)
    values = {
        "{CLIENT_PASSWORD}": PASSWORD,
        "{SCREEN_WIDTH_HALF}": str(width // 2),
        "{SCREEN_HEIGHT_HALF}": str(height // 2),
        "{SCREEN_WIDTH}": str(width),
        "{SCREEN_HEIGHT}": str(height),
    }

    def replace_in(text: str) -> str:
        for name, value in values.items():
            text = text.replace(name, value)
        return text

    return replace_in(command) if isinstance(command, str) else tuple(map(replace_in, command))


def _sleep(seconds: float, following: Step | None, context: StepContext) -> None:
    if context.exact_sleeps:
        if context.cancel.wait(seconds):
            raise CancelledError("interrupted")
        return
    guest = context.guest
    named = following.parameters if following and isinstance(following.parameters, WindowStep) else None
    if named is not None:
        windows.wait_for(named, guest, seconds, context.cancel)
    settle(seconds, guest)
