"""What surrounds the mounted file server: its paths checked, its effects read back, its errors in words."""

from __future__ import annotations

import errno
import os
import re
import stat
import unicodedata
from pathlib import Path
from typing import Any

from mcp_tools.messages import os_reason, shorten
from mcp_tools.os_command import refuse_dangling, user_path
from mcp_tools.registry import ToolError

Arguments = dict[str, Any]

MAX_LINES = 1_000_000
MAX_PATTERN = 1_000
MAX_MEDIA_BYTES = 20 * 2**20
READS_FILE = ("read_file", "read_text_file", "read_media_file", "edit_file")
READS_FOLDER = ("list_directory", "list_directory_with_sizes", "directory_tree", "search_files")


def check_arguments(tool: str, arguments: Arguments) -> Arguments:
    """A call's arguments with absolute paths in the home folder. Raises ToolError."""
    checked = dict(arguments)
    for name in ("path", "source", "destination"):
        if name in checked:
            checked[name] = str(_in_home(name, checked[name]))
    if tool == "write_file":  # through a symbolic link, also to a file that is still missing
        checked["path"] = str(Path(checked["path"]).resolve())
    if "path" in checked:
        refuse_dangling(Path(checked["path"]))
    if "paths" in checked:
        checked["paths"] = [str(_in_home("paths", path)) for path in checked["paths"]]
        for path in checked["paths"]:
            _refuse_special(Path(path))
    for pattern in (checked.get("pattern", "x"), *checked.get("excludePatterns", ())):
        _check_pattern(pattern)
    _check_lines(checked)
    if tool in READS_FILE:
        _check_file(tool, checked)
    elif tool in READS_FOLDER:
        _check_folder(Path(checked["path"]))
    elif tool == "write_file":
        _check_target(Path(checked["path"]))
    elif tool == "move_file":
        _check_move(Path(checked["source"]), Path(checked["destination"]))
    return checked


def verify(tool: str, arguments: Arguments) -> None:
    """Read back what a call promises. Raises ToolError."""
    path = Path(arguments.get("path", ""))
    if tool == "write_file" and path.read_bytes() != arguments["content"].encode():
        raise ToolError(f"{shorten(str(path))} has another content now; another program may write it too")
    if tool == "create_directory" and not path.is_dir():
        raise ToolError(f"the folder {shorten(str(path))} was not created")
    if tool == "move_file":
        source, destination = arguments["source"], arguments["destination"]
        if os.path.lexists(source) or not os.path.lexists(destination):
            raise ToolError(f"{shorten(source)} was not moved; list its folder to see what there is")


def explain(text: str) -> str:
    """The server's error with cause and remedy instead of the system's code."""
    text = re.sub(r"^(MCP error -?\d+: )?(Error: )?", "", text)
    if match := re.fullmatch(r"(E[A-Z]+): [^,]*, (\w+)(?: '(.*)')?", text, re.DOTALL):
        number = getattr(errno, match[1], 0)
        path = match[3].partition("' -> '")[0] if match[3] else None
        return os_reason(OSError(number, os.strerror(number), path))
    return text


def _in_home(name: str, text: str) -> Path:
    """An absolute path that, with symbolic links followed, lies in the home folder; it need not exist."""
    home = Path.home()
    path = user_path(text)
    if len(os.fsencode(path)) > 4_000:
        raise ToolError(f"{name} {shorten(text)} is longer than a path can be; shorten it")
    try:
        real = path.resolve()
    except (OSError, RuntimeError) as error:
        raise ToolError(f"{name} {shorten(text)} cannot be followed to its end; give another path") from error
    if not (path.is_relative_to(home) and real.is_relative_to(home.resolve())):
        raise ToolError(f"{name} {shorten(text)} is outside allowed directories; give a path in {home}")
    _refuse_lookalike(path)
    return path


def _refuse_lookalike(path: Path) -> None:
    """The server takes a name that is missing for one that looks the same but is other bytes."""
    parent, name = path.parent, path.name
    if os.path.lexists(path):
        return
    while not parent.is_dir():
        if parent == parent.parent or os.path.lexists(parent):
            return
        parent, name = parent.parent, parent.name
    if name.isascii() or not os.access(parent, os.R_OK):
        return
    wanted = unicodedata.normalize("NFC", name)
    for other in (entry.name for entry in parent.iterdir()):
        if other != name and unicodedata.normalize("NFC", other) == wanted:
            raise ToolError(
                f"there is no {shorten(name)}, but a name that looks the same and is written otherwise, "
                f"{other!a}, in {shorten(str(parent))}; use search_files to find its path"
            )


def _refuse_special(path: Path) -> None:
    mode = path.stat().st_mode if path.exists() else stat.S_IFREG
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ToolError(f"{shorten(str(path))} is a pipe, a socket or a device; give the path of a file")


def _check_file(tool: str, arguments: Arguments) -> None:
    path = Path(arguments["path"])
    if path.is_dir():
        raise ToolError(f"{shorten(str(path))} is a folder; give the path of a file")
    _refuse_special(path)
    size = path.stat().st_size
    if tool == "read_media_file" and size > MAX_MEDIA_BYTES:
        raise ToolError(f"{shorten(str(path))} has {size:,} bytes; at most {MAX_MEDIA_BYTES:,} are read")
    if tool == "edit_file":
        arguments["path"] = str(path.resolve())
        if not os.access(path, os.W_OK):
            raise ToolError(f"{shorten(str(path))} is read-only; choose another file")


def _check_folder(path: Path) -> None:
    if not path.is_dir():
        path.stat()
        raise ToolError(f"{shorten(str(path))} is a file; give the path of a folder")


def _check_target(path: Path) -> None:
    if path.is_dir():
        raise ToolError(f"{shorten(str(path))} is a folder; give the path of the file to write")
    _refuse_special(path)
    if path.exists() and not os.access(path, os.W_OK):
        raise ToolError(f"{shorten(str(path))} is read-only; choose another file")
    if not path.parent.is_dir():
        raise ToolError(
            f"there is no folder {shorten(str(path.parent))}; create it with filesystem_create_directory"
        )


def _check_move(source: Path, destination: Path) -> None:
    if source.is_symlink():
        raise ToolError(
            f"{shorten(str(source))} is a symbolic link; move what it leads to, or use a terminal"
        )
    source.stat()
    if os.path.lexists(destination):
        raise ToolError(f"{shorten(str(destination))} exists already; choose another name")
    if destination.resolve().is_relative_to(source.resolve()):
        raise ToolError(f"{shorten(str(source))} cannot be moved into itself; choose another destination")
    if not destination.parent.is_dir():
        raise ToolError(
            f"there is no folder {shorten(str(destination.parent))}; create it with filesystem_create_directory"
        )


def _check_lines(arguments: Arguments) -> None:
    given = {name: arguments[name] for name in ("head", "tail") if arguments.get(name) is not None}
    if len(given) > 1:
        raise ToolError("head and tail cannot be given together; leave one out")
    for name, value in given.items():
        if not isinstance(value, int) or not 1 <= value <= MAX_LINES:
            raise ToolError(f"{name} is {value}; give a whole number from 1 to {MAX_LINES:,}")


def _check_pattern(pattern: str) -> None:
    if not pattern or "\0" in pattern:
        raise ToolError(f"{shorten(pattern)} is no pattern; give one such as **/*.txt")
    if len(pattern) > MAX_PATTERN or pattern.count("{") > 4 or re.search(r"\{[^{}]*\.\.", pattern):
        raise ToolError(
            f"the pattern {shorten(pattern)} is too complicated: at most {MAX_PATTERN:,} characters, four "
            "groups in braces and no ranges in them"
        )
