"""Copying and moving files and folders so that an error leaves nothing of the copy."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mcp_tools.os_command import cause, existing_folder, path_text, refuse_dangling, status
from mcp_tools.registry import ToolError

BLOCK_BYTES = 8 * 2**20
MOVE_SECONDS = 25.0
RequireTime = Callable[[], None]
"""Raises ToolError when a call has no time left."""


def time_limit(seconds: float, message: str) -> RequireTime:
    """A check that raises ToolError with `message` once `seconds` have passed."""
    deadline = time.monotonic() + seconds

    def require() -> None:
        if time.monotonic() > deadline:
            raise ToolError(message)

    return require


@contextmanager
def missing_folders(folder: Path) -> Iterator[None]:
    """Create a folder with those above it; those that were missing are removed if the block raises."""
    missing = list(itertools.takewhile(lambda path: status(path) is None, (folder, *folder.parents)))
    for path in missing:
        refuse_dangling(path)
    existing_folder(missing[-1].parent if missing else folder)
    made: list[Path] = []
    try:
        for path in reversed(missing):
            path.mkdir()
            made.append(path)
        yield
    except BaseException:
        for path in reversed(made):
            path.rmdir()
        raise


@contextmanager
def copy_or_remove(source: Path, target: Path, require_time: RequireTime) -> Iterator[None]:
    """Copy a file as `copy_file` does; the copy is removed if the block raises."""
    copy_file(source, target, require_time)
    try:
        yield
    except BaseException:
        target.unlink()
        raise


def copy_file(source: Path, target: Path, require_time: RequireTime) -> None:
    """Copy a file with its holes, times and permissions; the target must not exist. Raises OSError, ToolError."""
    with source.open("rb", buffering=0) as reader, target.open("xb", buffering=0) as writer:
        try:
            _copy_content(reader.fileno(), writer.fileno(), source, require_time)
            shutil.copystat(source, target)
        except BaseException:
            target.unlink()
            raise


def _copy_content(reader: int, writer: int, source: Path, require_time: RequireTime) -> None:
    size = os.fstat(reader).st_size
    for start, end in _data(reader, size):
        position = os.lseek(writer, start, os.SEEK_SET)
        while position < end:
            require_time()
            sent = os.sendfile(writer, reader, position, min(end - position, BLOCK_BYTES))
            if not sent:
                raise ToolError(f"{path_text(source)} became shorter while it was copied; try again")
            position += sent
    os.truncate(writer, size)


def _data(descriptor: int, size: int) -> Iterator[tuple[int, int]]:
    """The parts of a file that are no holes."""
    position = 0
    while position < size:
        try:
            start = os.lseek(descriptor, position, os.SEEK_DATA)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            return  # there is only a hole left
        position = os.lseek(descriptor, start, os.SEEK_HOLE)
        yield start, position


def move(source: Path, target: Path) -> None:
    """Move a file or folder to a path that does not exist, in an existing folder. Raises OSError, ToolError."""
    before = os.lstat(source)
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _move_by_copy(source, target)
        return
    if not os.path.samestat(before, os.lstat(target)):
        raise ToolError(f"{path_text(target)} is another file than {path_text(source)} was; look at both")


def _move_by_copy(source: Path, target: Path) -> None:
    """Move to another disk: the copy is complete before the original is removed."""
    require_time = time_limit(
        MOVE_SECONDS, f"{path_text(source)} is too large to move to another disk within {MOVE_SECONDS:g} s"
    )
    _require_removable(source)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".testbed-") as folder:
        copy = Path(folder, "copy")
        _copy_any(source, copy, require_time)
        removed = source.with_name(Path(folder).name)
        source.rename(removed)  # which fails at once if it may not be removed
        try:
            copy.rename(target)
        except OSError:
            removed.rename(source)
            raise
    if stat.S_ISDIR(os.lstat(removed).st_mode):
        shutil.rmtree(removed)
    else:
        removed.unlink()


def _copy_any(source: Path, target: Path, require_time: RequireTime) -> None:
    kind = os.lstat(source).st_mode
    if stat.S_ISLNK(kind):
        target.symlink_to(source.readlink())
        shutil.copystat(source, target, follow_symlinks=False)
    elif stat.S_ISREG(kind):
        copy_file(source, target, require_time)
    elif stat.S_ISDIR(kind):
        target.mkdir()
        for path in source.iterdir():
            _copy_any(path, target / path.name, require_time)
        shutil.copystat(source, target)
    else:
        raise ToolError(
            f"{path_text(source)} is a pipe, socket or device, which cannot go to another disk; remove it first"
        )


def _require_removable(source: Path) -> None:
    folders = [source.parent]
    if stat.S_ISDIR(os.lstat(source).st_mode):
        folders += [Path(folder) for folder, _, _ in os.walk(source)]
    for folder in folders:
        if not os.access(folder, os.W_OK | os.X_OK | os.R_OK):
            raise PermissionError(errno.EACCES, cause(PermissionError(errno.EACCES, "")), str(folder))
