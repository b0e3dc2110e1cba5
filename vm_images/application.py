"""Applications: one TOML file each under `applications/`, and nothing else lists an application's name.

The image recipe takes their packages from it, the controller how to open them and when they are ready. The image
carries the files for the launcher and the tools (`GUEST_FOLDER`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from testbed.errors import ImageError

APPLICATIONS = Path(__file__).parent / "applications"
GUEST_FOLDER = "usr/share/testbed/applications"
"""Where the guest has the declarations, below its root."""
DOCK_SETTINGS = "etc/dconf/db/local.d/10-testbed-dock"
HIDDEN_ENTRIES = "usr/share/testbed/hidden_entries"
DEFAULT_APPLICATIONS = "home/user/.config/mimeapps.list"


class Section(BaseModel):
    """A table of a TOML file of the recipe."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class VendorArchive(Section):
    """An application's own package archive: its package, one-line apt source without options, and key.

    `fingerprints` are those of all keys that the file at `key_url` may hold, in hex, upper case.

    It is used when it can be reached. Otherwise `fallback` says what serves instead, and none (empty) means
    that the image cannot be built.
    """

    package: str
    source: str
    key_url: str
    fingerprints: tuple[Annotated[str, Field(pattern="^[0-9A-F]{40}$")], ...] = Field(min_length=1)
    fallback: str


class Application(Section):
    """One application of the guest.

    Attributes:
        id: The name of its file, by which tasks, tools and snapshots refer to it.
        title: Its name as users know it.
        command: Starts it in the session; the files or addresses to open are appended.
        window_classes: Regular expressions, one of which matches the whole WM_CLASS (instance or class, in lower
            case) of its windows.
        window_titles: Regular expressions, one of which is found in the title where the class tells nothing.
        hosted_by: The application whose windows show this one; its own patterns take precedence.
        desktop_entry: The file name of its desktop entry.
        hidden_entries: Desktop entries, without their suffix, that its packages bring and the desktop hides.
        dock: Its place on the dock, from 1; 0: it is not on the dock.
        mime_types: Types of files and addresses that it opens by default.
        profile: Folders with its settings and data, there once it has been opened.
        snapshot: Whether a machine can have a snapshot with it open and idle.
        replaces_empty_window: Whether its empty window becomes the window of a document that is opened.
        empty_title: A regular expression found in the title of such an empty window.
        ready: A command, run as the user with the opened files appended, that exits with 0 once the application
            takes input; empty: it does as soon as its window is there.
        settle_seconds: How long the screen may take to become quiet after its window is in front.
        accessibility_at_start: Whether it decides as it starts if it tells accessibility what its windows hold.
        packages: Its packages by distribution. It is left out of images of distributions without an entry.
        vendor: The archive of its maker by distribution.
    """

    id: str
    title: str
    command: tuple[str, ...] = Field(min_length=1)
    window_classes: tuple[str, ...] = Field(min_length=1)
    window_titles: tuple[str, ...] = ()
    hosted_by: str = ""
    desktop_entry: str
    hidden_entries: tuple[str, ...] = ()
    dock: int = 0
    mime_types: tuple[str, ...] = ()
    profile: tuple[str, ...] = ()
    snapshot: bool = False
    replaces_empty_window: bool = False
    empty_title: str = ""
    ready: tuple[str, ...] = ()
    settle_seconds: float = 8.0
    accessibility_at_start: bool = False
    packages: Mapping[str, tuple[str, ...]]
    vendor: Mapping[str, VendorArchive] = Field(default_factory=dict)

    @field_validator("window_classes", "window_titles", "empty_title")
    @classmethod
    def _compile(cls, value: tuple[str, ...] | str) -> tuple[str, ...] | str:
        for pattern in (value,) if isinstance(value, str) else value:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is not a regular expression: {error}") from error
        return value


def load_applications(folder: Path = APPLICATIONS) -> dict[str, Application]:
    """Read all declarations.

    Returns:
        The applications by id, sorted.

    Raises:
        ImageError: A file is malformed, or refers to an application that is not declared.
    """
    applications = {path.stem: _load(path) for path in sorted(folder.glob("*.toml"))}
    for application in applications.values():
        if application.hosted_by and application.hosted_by not in applications:
            path = folder / f"{application.id}.toml"
            raise ImageError(f"{path}: hosted_by: no application {application.hosted_by!r} is declared")
    return applications


def applications_of(distribution: str) -> tuple[Application, ...]:
    """The applications in images of a distribution, sorted by id. Raises ImageError (see `load_applications`)."""
    return tuple(
        application for application in load_applications().values() if distribution in application.packages
    )


def application_files(applications: Sequence[Application]) -> dict[str, str]:
    """Render what the guest reads about its applications.

    Returns:
        The contents of files by their paths below the guest's root. `DEFAULT_APPLICATIONS` continues the file of
        that name under `rootfs/`.
    """
    dock = [app.desktop_entry for app in sorted(applications, key=lambda app: app.dock) if app.dock]
    hidden = [entry for app in applications for entry in app.hidden_entries]
    defaults = [f"{mime_type}={app.desktop_entry}" for app in applications for mime_type in app.mime_types]
    return {
        **{
            f"{GUEST_FOLDER}/{app.id}.toml": (APPLICATIONS / f"{app.id}.toml").read_text()
            for app in applications
        },
        DOCK_SETTINGS: f"[org/gnome/shell]\nfavorite-apps={dock!r}\n",
        HIDDEN_ENTRIES: _lines(hidden),
        DEFAULT_APPLICATIONS: _lines(defaults),
    }


def _load(path: Path) -> Application:
    try:
        return Application.model_validate({"id": path.stem, **tomllib.loads(path.read_text())})
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ImageError(f"{path} is malformed: {error}") from error


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
