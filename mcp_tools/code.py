"""VS Code's tools. Each acts in the window that has, or last had, the focus, and reads back what it did."""

from __future__ import annotations

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field

from mcp_tools import applications
from mcp_tools.code_window import (
    APP,
    CodeWindow,
    CompanionError,
    Extension,
    State,
    Theme,
    active_window,
    open_windows,
    wait_for_window,
)
from mcp_tools.registry import ToolError, tool

COMMAND = "/usr/local/bin/code"
COMMAND_SECONDS = 60.0
INSTALL_SECONDS = 60.0
MANIFEST_LIMIT = 2**20

FolderPath = Annotated[
    str, Field(description="Absolute path of a folder; ~ is the home folder.", min_length=1)
]
FilePath = Annotated[str, Field(description="Absolute path of a file; ~ is the home folder.", min_length=1)]


class Shown(BaseModel):
    """What the window shows now; line and character count from 1."""

    folders: list[str]
    file: str | None = None
    line: int | None = None
    character: int | None = None


class Extensions(BaseModel):
    """Installed extensions: identifiers, with "@version" when asked for."""

    extensions: list[str]


class Changed(BaseModel):
    """A setting of the user's settings.json, as in force now."""

    setting: str
    value: Any
    note: str = ""


@tool("osworld_mcp_code.launch_vscode", app=APP, idempotent=True, seconds=100)
def launch_vscode(
    path: Annotated[str, Field(description="Absolute path of a file or folder; ~ is the home folder.")],
) -> Shown:
    """Open a file or a folder in Visual Studio Code, starting it when it is not running."""
    target = _existing(path)
    return _shown(_open_folder(str(target)) if target.is_dir() else _open_file(str(target)))


@tool("osworld_mcp_code.goto_file", app=APP, idempotent=True)
def goto_file(
    file_path: FilePath,
    line: Annotated[int, Field(description="Line, counted from 1.", ge=1)] = 1,
    character: Annotated[int, Field(description="Character in the line, counted from 1.", ge=1)] = 1,
) -> Shown:
    """Open a file in the VS Code window with the cursor at a line and character."""
    target = _existing(file_path)
    if not target.is_file():
        raise ToolError(f"{target} is not a file; open folders with osworld_mcp_code.add_folder")
    window = active_window()
    lines = window.call("show", path=str(target), line=line, character=character)["lines"]
    if line > lines:
        raise ToolError(f"{target} has only {lines} lines; the cursor is at the last one")
    state = active_window().state
    if state.editor is None or (state.editor.path, state.editor.line) != (str(target), line):
        raise ToolError(f"VS Code opened {target} but shows {state.editor}; look at the screen")
    return _shown(state)


@tool("osworld_mcp_code.add_folder", app=APP, idempotent=True, seconds=100)
def add_folder(folder: FolderPath) -> Shown:
    """Add a folder to the workspace of the VS Code window, beside those already in it."""
    place = str(_existing_folder(folder))
    window = active_window()
    if place in window.state.folders:
        return _shown(window.state)
    return _shown(window.change_folders(add=place))


@tool("osworld_mcp_code.remove_folder", app=APP, seconds=100)
def remove_folder(folder: FolderPath) -> Shown:
    """Remove a folder from the workspace of the VS Code window; the folder itself stays on the disk."""
    place = str(_path(folder))
    window = active_window()
    before = window.state.folders
    if place not in before:
        raise ToolError(f"{place} is not in the workspace; its folders are: {', '.join(before) or 'none'}")
    return _shown(window.change_folders(remove=place))


@tool("osworld_mcp_code.list_extensions", app=APP, read_only=True, idempotent=True, seconds=60)
def list_extensions(
    show_versions: Annotated[bool, Field(description="Add each extension's version.")] = False,
    category: Annotated[
        str | None, Field(description='Only this category, as "Themes" or "Programming Languages".')
    ] = None,
) -> Extensions:
    """List the installed extensions of VS Code (those that come with it are left out)."""
    options = ["--show-versions"] if show_versions else []
    if category:
        options += ["--category", category.lower()]
    printed = _code("--list-extensions", *options)
    names = [line.strip() for line in printed.splitlines()]
    return Extensions(extensions=[name for name in names if re.fullmatch(r"[\w-]+\.[\w.-]+(@\S+)?", name)])


@tool("osworld_mcp_code.install_extension", app=APP, idempotent=True, seconds=90)
def install_extension(
    extension_id: Annotated[
        str,
        Field(description='Identifier in the marketplace ("publisher.name"), or the path of a .vsix file.'),
    ],
    pre_release: Annotated[bool, Field(description="Take the pre-release version.")] = False,
) -> Extension:
    """Install an extension in VS Code, or update it; it is active in the open window at once."""
    if extension_id.lower().endswith(".vsix"):
        package = _existing(extension_id)
        wanted = _packaged(package)
        source = str(package)
    else:
        wanted = None
        source = extension_id
    if open_windows():
        window = active_window()
        if wanted:
            window.call("install_vsix", INSTALL_SECONDS, path=source)
        else:
            _install_from_marketplace(window, source, pre_release)
    else:
        _code("--install-extension", source, "--force", *(["--pre-release"] if pre_release else []))
    return _installed(wanted.id if wanted else source, wanted.version if wanted else None)


@tool("osworld_mcp_code.set_word_wrap_column", app=APP, idempotent=True)
def set_word_wrap_column(
    column: Annotated[int, Field(description="Number of columns.", ge=1, le=10_000)],
) -> Changed:
    """Set the number of columns at which the editor wraps long lines (Editor: Word Wrap Column)."""
    window = active_window()
    window.set_user_setting("editor.wordWrapColumn", column)
    mode = window.setting("editor.wordWrap").effective
    used = mode in ("wordWrapColumn", "bounded")
    note = (
        ""
        if used
        else f'editor.wordWrap is "{mode}": lines wrap at the column only with "wordWrapColumn" or "bounded"'
    )
    return Changed(setting="editor.wordWrapColumn", value=column, note=note)


@tool("osworld_mcp_code.set_color_theme", app=APP, idempotent=True)
def set_color_theme(
    theme_name: Annotated[str, Field(description='Name of an installed theme, as "Monokai".', min_length=1)],
) -> Changed:
    """Change the color theme of VS Code."""
    window = active_window()
    themes = [Theme.model_validate(item) for item in window.call("themes")]
    wanted = theme_name.casefold()
    theme = next((theme for theme in themes if wanted in (theme.label.casefold(), theme.id.casefold())), None)
    if theme is None:
        raise ToolError(
            f"no theme is called {theme_name!r}; installed: "
            f"{', '.join(sorted(theme.label for theme in themes))}. "
            "Install more with osworld_mcp_code.install_extension"
        )
    if window.setting("window.autoDetectColorScheme").effective:
        raise ToolError(
            "VS Code follows the desktop's light or dark style, so its theme is not used: "
            "turn the setting window.autoDetectColorScheme off first"
        )
    window.set_user_setting("workbench.colorTheme", theme.id)
    return Changed(setting="workbench.colorTheme", value=theme.id)


@tool("osworld_mcp_code.add_files_exclude", app=APP, idempotent=True)
def add_files_exclude(
    pattern: Annotated[str, Field(description='Glob pattern, as "**/__pycache__".', min_length=1)],
) -> Changed:
    """Hide files that match a pattern from the Explorer: add it to Files: Exclude, the others kept."""
    window = active_window()
    patterns = dict(window.setting("files.exclude").user or {})
    patterns[pattern] = True
    window.call("set_setting", key="files.exclude", value=patterns)
    effective = window.setting("files.exclude").effective or {}
    if effective.get(pattern) is not True:
        raise ToolError(f"the settings of the open workspace override files.exclude for {pattern!r}")
    return Changed(setting="files.exclude", value=patterns)


def _open_file(path: str) -> State:
    applications.launch(APP, path)
    return wait_for_window(
        lambda window: path == window.state.active_file, f"VS Code did not open {path}"
    ).state


def _open_folder(path: str) -> State:
    """Show a folder. The window reloads for it, so the one that shows it has a new companion."""

    def shows_folder(window: CodeWindow) -> bool:
        return window.state.folders == (path,) and window.state.workspace_file is None

    before = open_windows()
    for window in before:
        if shows_folder(window):
            applications.launch(APP)
            return window.state
    applications.launch(APP, path)
    old = {window.socket for window in before}
    return wait_for_window(
        lambda window: window.socket not in old and shows_folder(window), f"VS Code did not open {path}"
    ).state


def _shown(state: State) -> Shown:
    file = state.active_file
    editor = state.editor if state.editor and state.editor.path == file else None
    return Shown(
        folders=list(state.folders),
        file=file,
        line=editor.line if editor else None,
        character=editor.character if editor else None,
    )


def _install_from_marketplace(window: CodeWindow, extension_id: str, pre_release: bool) -> None:
    if not re.fullmatch(r"[\w-]+\.[\w.-]+", extension_id):
        raise ToolError(
            f'{extension_id!r} is no extension identifier; give "publisher.name" or the path of a .vsix file'
        )
    try:
        window.call("install_id", INSTALL_SECONDS, id=extension_id, pre_release=pre_release)
    except CompanionError as error:
        raise ToolError(
            f"{extension_id} could not be installed from the marketplace: {error}. "
            "Without a network, give the path of a .vsix file"
        ) from error


def _packaged(package: Path) -> Extension:
    """What a .vsix file says it contains."""
    try:
        with zipfile.ZipFile(package) as archive, archive.open("extension/package.json") as file:
            manifest = json.loads(file.read(MANIFEST_LIMIT))
        return Extension(id=f"{manifest['publisher']}.{manifest['name']}", version=manifest["version"])
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise ToolError(f"{package} is no VS Code extension package: {error}") from error


def _installed(extension_id: str, version: str | None) -> Extension:
    listed = list_extensions(show_versions=True).extensions
    for name in listed:
        found, _, found_version = name.partition("@")
        if found.casefold() == extension_id.casefold() and version in (None, found_version):
            return Extension(id=found, version=found_version)
    raise ToolError(f"{extension_id} is not among the installed extensions afterwards: {', '.join(listed)}")


def _code(*arguments: str) -> str:
    """What VS Code's command line prints. Raises ToolError with its message when it fails."""
    try:
        done = subprocess.run(
            [COMMAND, *arguments], capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise ToolError(f"VS Code is not installed: {COMMAND} is missing") from error
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"code {' '.join(arguments)} took more than {COMMAND_SECONDS:g} s") from error
    if done.returncode != 0:
        raise ToolError(f"code {' '.join(arguments)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def _path(text: str) -> Path:
    """An absolute, normal path; symbolic links in it are kept, as VS Code keeps them."""
    path = Path(text.removeprefix("file://")).expanduser()
    return Path(os.path.normpath(Path.home() / path))


def _existing(text: str) -> Path:
    path = _path(text)
    if not path.exists():
        raise ToolError(f"{path} does not exist")
    return path


def _existing_folder(text: str) -> Path:
    path = _existing(text)
    if not path.is_dir():
        raise ToolError(f"{path} is not a folder")
    return path
