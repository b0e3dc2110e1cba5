"""What VS Code's window shows, its user settings and its extensions.

A window's state is read from the companion extension that runs in it. Root checks that a process of VS Code answers,
but an extension that the agent installs runs in the same process: claims about windows are `forgeable`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from checkers import jsonc
from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine, fetch
from checkers.guest_scripts import PYTHON, guest_script

SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
COMPANIONS = "/run/user/1000/testbed-code"
EXTENSIONS = "/home/user/.local/share/code-server/extensions"
FILE_LIMIT = 2**20
WRITE_SECONDS = 3.0
"""How long a setting that was just chosen may take to be written; the window shows it before."""

_LET_WRITE = """
import os, sys, time
path, seconds, began = sys.argv[1], float(sys.argv[2]), time.time()
while time.time() < began + seconds and not (os.path.exists(path) and os.stat(path).st_mtime > began):
    time.sleep(0.05)
"""


class _WindowData(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class EditorTab(_WindowData):
    """A tab; a comparison has two `paths`."""

    label: str
    paths: list[str | None]
    active: bool
    dirty: bool

    @property
    def path(self) -> str | None:
        return self.paths[0] if len(self.paths) == 1 else None


class EditorGroup(_WindowData):
    """A group of tabs; `column` counts from 1, left to right and top to bottom."""

    column: int
    tabs: list[EditorTab]

    @property
    def active_tab(self) -> EditorTab | None:
        return next((tab for tab in self.tabs if tab.active), None)


class Editor(_WindowData):
    """The active text editor; line and character count from 1."""

    path: str
    line: int
    character: int


class Layout(_WindowData):
    """How groups are arranged: `orientation` 0 is side by side, 1 one above the other; it alternates by level."""

    orientation: int | None = None
    groups: list[Layout] = []


class EditorWindow(_WindowData):
    """What one window shows."""

    folders: list[str]
    groups: list[EditorGroup]
    layout: Layout
    editor: Editor | None = None

    @property
    def side_by_side(self) -> bool:
        """Whether the groups are arranged in one row only."""
        level, orientation = self.layout, self.layout.orientation or 0
        while len(level.groups) == 1:
            level, orientation = level.groups[0], 1 - orientation
        return orientation == 0 and not any(group.groups for group in level.groups)


class _Answer(_WindowData):
    result: EditorWindow


class _Identifier(_WindowData):
    id: str


class _Installed(_WindowData):
    identifier: _Identifier
    version: str


def windows(guest: GuestView) -> list[EditorWindow]:
    """List all open windows. Raises Unusable if a window's response is malformed."""
    script = guest_script(Path(__file__).with_name("code_windows.py"))
    output = ask(guest, [*PYTHON, COMPANIONS, "user"], stdin=script, timeout=150)
    return list(_parsed(output.text))


def window(guest: GuestView) -> EditorWindow:
    """Return the one open window. Raises Unusable if there is none, or several."""
    open_windows = windows(guest)
    if len(open_windows) != 1:
        raise Unusable("one VS Code window is open", f"{len(open_windows)} are")
    return open_windows[0]


def folders_are(guest: GuestView, *paths: str) -> Claim:
    """Claim that the window's workspace consists of these folders, in any order."""

    def look() -> tuple[bool, object]:
        open_folders = [path.rstrip("/") for path in window(guest).folders]
        return sorted(open_folders) == sorted(paths), open_folders

    return examine(f"the window's folders are {', '.join(paths)}", look, forgeable=True)


def cursor_is_at(guest: GuestView, path: str, line: int) -> Claim:
    """Claim that the active editor shows this file with the cursor in this line (from 1)."""

    def look() -> tuple[bool, object]:
        editor = window(guest).editor
        return editor is not None and (editor.path, editor.line) == (path, line), editor

    return examine(f"the cursor is in {path}, line {line}", look, forgeable=True)


def setting_is(guest: GuestView, key: str, value: object) -> Claim:
    """Claim that the user settings give this key exactly this value (1 is not true), or do so within moments."""

    def look() -> tuple[bool, object]:
        settings = _settings(guest)
        current = settings.get(key)
        return key in settings and type(current) is type(value) and current == value, current

    def look_later() -> tuple[bool, object]:
        ask(guest, ["/usr/bin/python3", "-I", "-c", _LET_WRITE, SETTINGS, str(WRITE_SECONDS)])
        return look()

    expected = f"the user setting {key} is {value!r}"
    now = examine(expected, look)
    return now if now.holds else examine(expected, look_later)


def extension_is_installed(guest: GuestView, extension_id: str, version: str) -> Claim:
    """Claim that an extension is installed in this version, registered and on disk."""

    def look() -> tuple[bool, object]:
        registered = jsonc.parse(fetch(guest, f"{EXTENSIONS}/extensions.json", limit=FILE_LIMIT))
        if not isinstance(registered, list):
            raise Unusable("extensions.json is a list", "it is not")
        try:
            known = [_Installed.model_validate(item) for item in registered]
        except ValidationError as error:
            raise Unusable("extensions.json is well-formed", error) from error
        names = [f"{item.identifier.id}@{item.version}" for item in known]
        if f"{extension_id}@{version}" not in names:
            return False, names
        folder = f"{EXTENSIONS}/{extension_id}-{version}"
        manifest = jsonc.parse(fetch(guest, f"{folder}/package.json", limit=FILE_LIMIT))
        whole = isinstance(manifest, dict) and manifest.get("version") == version
        return whole, names if whole else f"{folder}/package.json has another version"

    return examine(f"the extension {extension_id} {version} is installed", look)


def _parsed(text: str) -> Iterator[EditorWindow]:
    for line in text.splitlines():
        try:
            yield _Answer.model_validate_json(line).result
        except ValidationError as error:
            raise Unusable("the window's answer is well-formed", str(error)[:300]) from error


def _settings(guest: GuestView) -> dict[str, object]:
    settings = jsonc.parse(fetch(guest, SETTINGS, limit=FILE_LIMIT))
    if not isinstance(settings, dict):
        raise Unusable("settings.json is an object", "it is not")
    return settings
