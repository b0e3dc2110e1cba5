"""Writing one value of the user's settings.json, and reading back that VS Code uses it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_tools.code_settings_text import SyntaxFault, parse, with_value
from mcp_tools.code_window import STATE_SECONDS, CodeWindow, CompanionError, Setting, open_windows
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.waiting import wait

SETTINGS = Path(".local/share/code-server/User/settings.json")
"""Below the home folder."""
SIZE_LIMIT = 500_000
JSON_COMMAND = "Preferences: Open User Settings (JSON)"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The user's settings as they are on the disk; `text` is None when there is no file."""

    path: Path
    text: str | None
    values: dict[str, Any]


def read_settings() -> SettingsFile:
    """Read the user's settings. Raises ToolError when VS Code could not write to the file either."""
    path = Path.home() / SETTINGS
    try:
        data = path.read_bytes()
        text = data.decode()
        node = parse(text)
    except FileNotFoundError as error:
        if path.is_symlink():
            raise ToolError(f"{path} is a broken link; remove it first") from error
        return SettingsFile(path, None, {})
    except OSError as error:
        raise ToolError(f"{path} cannot be read ({error.strerror}); correct that first") from error
    except UnicodeDecodeError as error:
        raise ToolError(f"{path} is not UTF-8; save it in that encoding first") from error
    except SyntaxFault as error:
        raise ToolError(f"{path} has an error in {error}; correct it first ({JSON_COMMAND})") from error
    if node is not None and not isinstance(node.value, dict):
        raise ToolError(f"{path} does not hold an object in braces; correct it first ({JSON_COMMAND})")
    if not os.access(path, os.W_OK):
        raise ToolError(f"{path} is read-only; make it writable first (chmod u+w)")
    if len(data) > SIZE_LIMIT:
        raise ToolError(f"{path} has {len(data):,} bytes, more than the {SIZE_LIMIT:,} that can be changed")
    return SettingsFile(path, text, node.value if node else {})


def write_setting(window: CodeWindow, path: Sequence[str], value: Any) -> tuple[Any, Setting]:
    """Write the setting path[0], or one entry of it, and wait until it is in force in the window.

    Everything else in the file stays as it is. Returns the setting's value in the user's settings and what
    is in force. Raises ToolError, the file as it was, when it cannot be written or does not come into force.
    """
    key = path[0]
    before = read_settings()
    _refuse_unsaved(before.path)
    _refuse_override(window.setting(key), path, value)
    try:
        text = with_value(before.text or "", path, value)
    except TypeError as error:
        raise ToolError(
            f"{error} in {before.path} is no object in braces; correct it first ({JSON_COMMAND})"
        ) from error
    if _is(_at(before.values, path), value):
        text = before.text or ""

    def in_force(setting: Setting) -> bool:
        values = (setting.user, setting.effective, *(folder.effective for folder in setting.folders))
        return all(_is(_at(one, path[1:]), value) for one in values)

    _write(window, before.path, text)
    if not (setting := _wait_for(window, key, in_force)):
        _restore(window, before)
        now = _at(window.setting(key).effective, path[1:])
        raise ToolError(
            f"{_path_text(path)} would not be in force: VS Code keeps {shorten(str(now))} (another profile or a "
            "policy overrides the user settings); nothing was changed"
        )
    values = read_settings().values
    expected = before.values | {key: _with_value(before.values.get(key), path[1:], value)}
    if values != expected:
        _restore(window, before)
        raise ToolError(f"VS Code wrote {before.path} otherwise than expected; nothing was changed")
    return values[key], setting


def _wait_for(window: CodeWindow, key: str, in_force: Callable[[Setting], bool]) -> Setting | None:
    def look() -> Setting | None:
        setting = window.setting(key)
        return setting if in_force(setting) else None

    return wait(look, STATE_SECONDS)


def _refuse_unsaved(path: Path) -> None:
    """A change on the disk would be lost when the editor saves its own text."""
    files = {str(path), str(path.resolve())}
    for window in open_windows():
        for group in window.state.groups:
            if any(tab.dirty and files.intersection(tab.paths) for tab in group.tabs):
                raise ToolError(
                    f"{path} has unsaved changes in an editor; save it (ctrl+s) or revert it first"
                )


def _refuse_override(setting: Setting, path: Sequence[str], value: Any) -> None:
    levels = [("the open workspace", setting.workspace)]
    levels += [(f"the folder {folder.path}", folder.value) for folder in setting.folders]
    for level, override in levels:
        current = _at(override, path[1:])
        if current is not None and not _is(current, value):
            raise ToolError(
                f"{' '.join(path[:1])} would not be in force: the settings of {level} give "
                f"{shorten(path[1]) + ' ' if path[1:] else 'it '}the value {shorten(str(current))}, which "
                "overrides the user settings; change it there, in Preferences: Open Workspace Settings (JSON)"
            )


def _write(window: CodeWindow, path: Path, text: str) -> None:
    try:
        window.call("write_settings", path=str(path), text=text)
    except CompanionError as error:
        raise ToolError(f"VS Code cannot write {path}: is the disk full, or its folder read-only?") from error


def _restore(window: CodeWindow, before: SettingsFile) -> None:
    if before.text is None:
        before.path.unlink(missing_ok=True)
    else:
        _write(window, before.path, before.text)


def _path_text(path: Sequence[str]) -> str:
    return " ".join([path[0], *map(shorten, path[1:])])


def _at(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _with_value(value: Any, path: Sequence[str], new: Any) -> Any:
    return {**(value or {}), path[0]: new} if path else new


def _is(value: Any, expected: Any) -> bool:
    """Equality that tells true from 1."""
    return type(value) is type(expected) and value == expected
