"""The set-up and postconfig steps of OSWorld's tasks, as their JSON has them.

The types and parameters are those of OSWorld's `desktop_env/controllers/setup.py` that its tasks use.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Command = Annotated[str, StringConstraints(min_length=1)] | Annotated[tuple[str, ...], Field(min_length=1)]
"""A command: text, or a program and its arguments."""
Text = Annotated[str, StringConstraints(min_length=1)]


class _Parameters(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DownloadedFile(BaseModel):
    """A file to copy into the guest: where it is published, and its path in the guest."""

    model_config = ConfigDict(frozen=True)

    url: Text
    path: Text


class Download(_Parameters):
    """Copy files into the guest."""

    files: tuple[DownloadedFile, ...]


class Launch(_Parameters):
    """Start a program and go on. `shell` is true for any value but false and ""."""

    command: Command
    shell: bool | str = False


class Execute(_Parameters):
    """Run a command to its end, again until its result is that of `until` if there is one.

    `stdout` and `stderr` name files of the judge's cache that take its output.
    """

    command: Command
    stdout: str = ""
    stderr: str = ""
    shell: bool | str = False
    until: dict[str, Any] | None = None


class OpenPath(_Parameters):
    """Open a file with its default application, or start a program; wait for a window of that name."""

    path: Text


class WindowStep(_Parameters):
    """Activate or close a window by its title, or by its class. `strict` compares the whole text."""

    window_name: Text
    strict: bool = False
    by_class: bool = False


class Sleep(_Parameters):
    """Wait, in seconds."""

    seconds: Annotated[float, Field(ge=0, le=3600)]


class OpenTabs(_Parameters):
    """Open pages in the browser."""

    urls_to_open: tuple[str, ...]


class CloseTabs(_Parameters):
    """Close pages in the browser."""

    urls_to_close: tuple[str, ...]


class Visit(BaseModel):
    """A page of a browsing history, visited so many seconds ago."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str
    visit_time_from_now_in_seconds: float


class BrowseHistory(_Parameters):
    """Replace the browser's history."""

    history: tuple[Visit, ...]


class GoogleDrive(_Parameters):
    """Bring a Google Drive account into a state. Not possible here."""

    settings_file: str = ""
    operation: tuple[str, ...]
    args: tuple[dict[str, Any], ...]


class Login(_Parameters):
    """Log in to a website. Not possible here."""

    settings_file: str
    platform: str


Parameters = (
    Download
    | Launch
    | Execute
    | OpenPath
    | WindowStep
    | Sleep
    | OpenTabs
    | CloseTabs
    | BrowseHistory
    | GoogleDrive
    | Login
)
StepType = Literal[
    "download",
    "launch",
    "open",
    "execute",
    "command",
    "activate_window",
    "close_window",
    "sleep",
    "chrome_open_tabs",
    "chrome_close_tabs",
    "update_browse_history",
    "googledrive",
    "login",
]
PARAMETERS: dict[StepType, type[Parameters]] = {
    "download": Download,
    "launch": Launch,
    "open": OpenPath,
    "execute": Execute,
    "command": Execute,
    "activate_window": WindowStep,
    "close_window": WindowStep,
    "sleep": Sleep,
    "chrome_open_tabs": OpenTabs,
    "chrome_close_tabs": CloseTabs,
    "update_browse_history": BrowseHistory,
    "googledrive": GoogleDrive,
    "login": Login,
}


class Step(BaseModel):
    """A step: its type and the parameters of that type."""

    model_config = ConfigDict(frozen=True)

    type: StepType
    parameters: Parameters

    @property
    def commands(self) -> tuple[str, ...]:
        """The words of the command that it runs; none for a step that runs no command."""
        match self.parameters:
            case Launch(command=command) | Execute(command=command):
                return (command,) if isinstance(command, str) else command
            case _:
                return ()
