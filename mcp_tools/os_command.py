"""Short commands and paths for the tools of the operating system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mcp_tools.messages import shortened
from mcp_tools.registry import ToolError

MAX_NAME_BYTES = 255


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
        raise ToolError(f"{argv[0]} gave no answer within {seconds:g} s; try again") from error
    if result.returncode != 0:
        reason = result.stderr.strip() or result.stdout.strip() or f"exit code {result.returncode}"
        raise ToolError(f"{' '.join(argv[:3])} failed: {reason}")
    return result.stdout.strip()


def user_path(text: str) -> Path:
    """An absolute path without `..`: `~` is the home folder, a relative path starts there.

    Symbolic links stay as they are. Raises ToolError for an empty path or one with a null byte.
    """
    if not text.strip() or "\0" in text:
        raise ToolError(
            f"{shortened(text)} is not a path; give an absolute path such as /home/user/Documents"
        )
    try:
        if max(len(os.fsencode(part)) for part in text.split("/")) > MAX_NAME_BYTES:
            raise ToolError(f"{shortened(text)} has a name longer than {MAX_NAME_BYTES} bytes; shorten it")
        path = Path(text).expanduser()
    except UnicodeEncodeError as error:
        raise ToolError(f"{shortened(text)} is not a path: it has half a character; write it anew") from error
    except RuntimeError as error:
        raise ToolError(
            f"{shortened(text)}: there is no such user's home folder; give an absolute path"
        ) from error
    return Path(os.path.normpath(Path.home() / path))


def existing_file(text: str) -> Path:
    """The path of a file that can be read. Raises ToolError."""
    path = user_path(text)
    if path.is_dir():
        raise ToolError(f"{path} is a folder; give the path of a file")
    if not path.is_file():
        raise ToolError(f"there is no file {path}; check the path, for example with search_files")
    if not os.access(path, os.R_OK):
        raise ToolError(f"{path} may not be read by this user; choose a file that may")
    return path


def output_file(text: str, suffixes: tuple[str, ...] = ()) -> Path:
    """The path of a file to write, in an existing folder, with one of the suffixes. Raises ToolError."""
    path = user_path(text)
    if path.is_dir():
        raise ToolError(f"{path} is a folder; give the path of the file to write, with its name")
    if suffixes and path.suffix.lower() not in suffixes:
        raise ToolError(f"{path} does not end in {' or '.join(suffixes)}; give it that ending")
    if not path.parent.is_dir():
        raise ToolError(f"the folder {path.parent} does not exist; create it first")
    if not os.access(path.parent, os.W_OK):
        raise ToolError(f"the folder {path.parent} may not be written to by this user; choose another one")
    return path
