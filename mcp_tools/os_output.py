"""Files that a tool writes: beside the target first, so that an error leaves what was there."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mcp_tools.os_command import cause, existing_folder, path_text, status, user_path
from mcp_tools.registry import ToolError


def output_file(text: str, suffixes: tuple[str, ...], source: Path) -> Path:
    """The path of a file to write, in an existing folder, with one of the suffixes; not `source`.

    A symbolic link stays: the path is that of the file it leads to. Raises ToolError.
    """
    path = user_path(text)
    found = status(path)
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise ToolError(f"{path_text(path)} is a folder; give the path of the file to write, with its name")
    if path.suffix.lower() not in suffixes:
        raise ToolError(f"{path_text(path)} does not end in {' or '.join(suffixes)}; give it that ending")
    path = Path(os.path.realpath(path))
    _require_folder(path.parent)
    if found is None:
        return path
    if not stat.S_ISREG(found.st_mode):
        raise ToolError(f"{path_text(path)} is a pipe, socket or device; give the path of a file to write")
    if os.path.samestat(found, source.stat()):
        raise ToolError(
            f"{path_text(path)} is the file to read, which stays as it is; give another output path"
        )
    if not os.access(path, os.W_OK):
        raise ToolError(f"{path_text(path)} may not be written to by this user; choose another name")
    return path


@contextmanager
def write_beside(target: Path) -> Iterator[Path]:
    """A path to write to, which becomes the target when the block ends; after an error nothing is left of it.

    A target that exists keeps its permissions. Raises ToolError when the disk refuses.
    """
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".testbed-") as folder:
            made = Path(folder, "made")
            yield made
            if (found := status(target)) is not None:
                made.chmod(stat.S_IMODE(found.st_mode))
            made.replace(target)
    except OSError as error:
        raise ToolError(f"{path_text(target)} could not be written: {cause(error)}") from error


def _require_folder(folder: Path) -> None:
    found = status(folder)
    if found is None:
        raise ToolError(f"the folder {path_text(folder)} does not exist; create it first")
    existing_folder(folder)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ToolError(
            f"the folder {path_text(folder)} may not be written to by this user; choose another one"
        )
