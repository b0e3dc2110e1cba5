"""Short commands and paths for the tools of the operating system."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_NAME_BYTES = 255
MAX_PATH_BYTES = 4095
_CAUSES = {
    errno.EACCES: "this user has no permission for it; choose another place or change the permissions",
    errno.EPERM: "this user has no permission for it; choose another place or change the permissions",
    errno.EROFS: "the file system is read-only; choose a place in the home folder",
    errno.ENOSPC: "the disk is full; remove files or choose another disk",
    errno.EDQUOT: "the disk is full; remove files or choose another disk",
    errno.EFBIG: "the file is too large for the disk",
    errno.EXDEV: "it would go to another disk; copy it and then remove the original",
    errno.EBUSY: "it is in use; close what uses it",
    errno.ELOOP: "its symbolic links lead in a circle; give another path",
    errno.ENAMETOOLONG: f"a name is over {MAX_NAME_BYTES} bytes or the path over {MAX_PATH_BYTES}; shorten it",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.ENOENT: "it does not exist any more; check the path",
    errno.EEXIST: "something of that name exists already; choose another name",
    errno.ENOTEMPTY: "something of that name exists already; choose another name",
    errno.EIO: "the disk reports an error; choose another disk",
    errno.EINVAL: "the file system does not take that name; choose another one",
    errno.EMLINK: "the folder is full; choose another one",
}


class CommandTimeoutError(ToolError):
    """A command took too long and was stopped."""


class CommandFailedError(ToolError):
    """A command ended with an error."""


def run_command(argv: Sequence[str], *, seconds: float = 10.0) -> str:
    """Run a command in the C locale and return what it printed, without surrounding white space.

    Raises ToolError when the command is missing, fails, or takes longer than `seconds`.
    """
    try:
        result = subprocess.run(
            argv,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "C"},
        )
    except FileNotFoundError as error:
        raise ToolError(f"{argv[0]} is not installed on this computer") from error
    except subprocess.TimeoutExpired as error:
        raise CommandTimeoutError(f"{argv[0]} gave no answer within {seconds:g} s; try again") from error
    if result.returncode != 0:
        reason = result.stderr.strip() or result.stdout.strip() or f"exit code {result.returncode}"
        raise CommandFailedError(f"{argv[0]} failed: {reason}")
    return result.stdout.strip()


def cause(error: OSError) -> str:
    """Why a file could not be worked on, and the remedy."""
    return _CAUSES.get(error.errno or 0) or (error.strerror or "the system gave no reason").lower()


def display_path(path: object) -> str:
    """A path as valid Unicode: bytes of a name that are no UTF-8 show as the replacement character."""
    return os.fsencode(str(path)).decode("utf-8", "replace")


def path_text(path: object) -> str:
    """A path for a message: short, on one line."""
    return shorten(display_path(path))


def user_path(text: str) -> Path:
    """An absolute path without `..`: `~` is the home folder, a relative path starts there.

    Symbolic links stay as they are, but for those before a `..`, which the system follows first. Raises
    ToolError for an empty path or one with a null byte.
    """
    if not text.strip() or "\0" in text:
        raise ToolError(f"{shorten(text)} is not a path; give an absolute path such as /home/user/Documents")
    try:
        longest, whole = max(len(os.fsencode(part)) for part in text.split("/")), len(os.fsencode(text))
        path = Path(text).expanduser()
    except UnicodeEncodeError as error:
        raise ToolError(f"{shorten(text)} is not a path: it has half a character; write it anew") from error
    except RuntimeError as error:
        raise ToolError(
            f"{shorten(text)}: there is no such user's home folder; give an absolute path"
        ) from error
    if longest > MAX_NAME_BYTES:
        raise ToolError(f"{shorten(text)} has a name longer than {MAX_NAME_BYTES} bytes; shorten it")
    if whole > MAX_PATH_BYTES:
        raise ToolError(f"{shorten(text)} is longer than {MAX_PATH_BYTES} bytes; shorten it")
    path = Path("/", str(Path.home() / path).lstrip("/"))
    while ".." in path.parts:
        before = path.parts.index("..")
        start = os.path.realpath(Path(*path.parts[:before]))
        path = Path(start).parent.joinpath(*path.parts[before + 1 :])
    return path


def status(path: Path, *, follow: bool = True) -> os.stat_result | None:
    """The status of what is at a path, None where nothing is. Raises ToolError where it cannot be known."""
    try:
        return path.stat(follow_symlinks=follow)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reasons = {errno.EACCES: "a folder above it may not be entered by this user; choose another path"}
        raise ToolError(
            f"{path_text(path)} cannot be reached: {reasons.get(error.errno or 0) or cause(error)}"
        ) from error


def refuse_dangling(path: Path) -> None:
    """Raises ToolError for a symbolic link that leads to nothing, with what it leads to."""
    link = status(path, follow=False)
    if link is not None and stat.S_ISLNK(link.st_mode) and status(path) is None:
        raise ToolError(
            f"{path_text(path)} is a symbolic link to {path_text(path.readlink())}, which does not exist; "
            "create that first, or give another path"
        )


def existing_folder(path: Path) -> Path:
    """`path`, if it is a folder. Raises ToolError."""
    refuse_dangling(path)
    found = status(path)
    if found is None or not stat.S_ISDIR(found.st_mode):
        raise ToolError(f"there is no folder {path_text(path)}; give the path of an existing folder")
    return path


def existing_file(text: str) -> Path:
    """The path of a file that can be read. Raises ToolError."""
    path = user_path(text)
    refuse_dangling(path)
    found = status(path)
    if found is None:
        raise ToolError(f"there is no file {path_text(path)}; check the path, for example with search_files")
    if stat.S_ISDIR(found.st_mode):
        raise ToolError(f"{path_text(path)} is a folder; give the path of a file")
    if not stat.S_ISREG(found.st_mode):
        raise ToolError(f"{path_text(path)} is a pipe, socket or device; give the path of a file")
    if not os.access(path, os.R_OK):
        raise ToolError(f"{path_text(path)} may not be read by this user; choose a file that may")
    return path


def comparable(name: str) -> str:
    """A name for comparison: upper and lower case, and composed and decomposed letters, are alike."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
