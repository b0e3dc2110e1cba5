"""Short commands and paths for the tools of the operating system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mcp_tools.registry import ToolError


def run_command(argv: Sequence[str], *, seconds: float = 10.0) -> str:
    """Run a command in the C locale and return what it printed, without surrounding white space.

    Raises ToolError when the command is missing, fails, or takes longer than `seconds`.
    """
    try:
        done = subprocess.run(
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
    if done.returncode != 0:
        reason = done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}"
        raise ToolError(f"{' '.join(argv[:3])} failed: {reason}")
    return done.stdout.strip()


def user_path(text: str) -> Path:
    """An absolute path without `..`: `~` is the home folder, a relative path starts there.

    Symbolic links stay as they are. Raises ToolError for an empty path or one with a null byte.
    """
    if not text.strip() or "\0" in text:
        raise ToolError(f"{text!r} is not a path; give an absolute path such as /home/user/Documents")
    try:
        path = Path(text).expanduser()
    except RuntimeError as error:
        raise ToolError(f"{text!r}: there is no such user's home folder; give an absolute path") from error
    return Path(os.path.normpath(Path.home() / path))
