"""Copying the files of a folder tree that match a pattern, each with its folders."""

from __future__ import annotations

import errno
import fnmatch
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.messages import shorten
from mcp_tools.os_command import cause, display_path, existing_folder, path_text, status, user_path
from mcp_tools.os_transfer import RequireTime, copy_or_remove, missing_folders, time_limit
from mcp_tools.registry import ToolError, tool

LISTED = 500
MAX_FILES = 20_000
COPY_SECONDS = 100.0
COMPARED_BYTES = 2**20


class CopiedFiles(TypedDict):
    """How many files were (or, in a dry run, would be) copied; their paths below both folders, the first 500."""

    root_dir: str
    dest_dir: str
    dry_run: bool
    count: int
    files: list[str]


@tool("osworld_mcp_os.copy_matching_files_with_hierarchy", app="os", seconds=COPY_SECONDS + 20)
def copy_matching_files_with_hierarchy(
    root_dir: Annotated[str, Field(description="folder to copy from, with all below it")] = "~",
    dest_dir: Annotated[str, Field(description="folder to copy into; made if missing. Required")] = "",
    pattern: Annotated[
        str, Field(description="names to copy: *.txt; with a /, paths below root_dir: a/*.txt. Required")
    ] = "",
    dry_run: Annotated[bool, Field(description="only tell what would be copied")] = False,
) -> CopiedFiles:
    """Copy all files that match a pattern into another folder, keeping their subfolders. Never overwrites."""
    if not pattern or not dest_dir:
        raise ToolError(
            f"{'pattern' if dest_dir else 'dest_dir'} is missing; give for example *.txt and ~/copies"
        )
    root, destination = existing_folder(user_path(root_dir)), user_path(dest_dir)
    real_root, real_destination = (Path(os.path.realpath(path)) for path in (root, destination))
    if real_destination == real_root:
        raise ToolError(f"dest_dir is root_dir, {path_text(root)}; give another folder")
    found = status(destination)
    if found is not None and not stat.S_ISDIR(found.st_mode):
        raise ToolError(f"{path_text(destination)} is not a folder; give another dest_dir")
    require_time = time_limit(
        COPY_SECONDS,
        f"this takes more than {COPY_SECONDS:g} s; nothing was copied: copy smaller folders one by one",
    )
    files = sorted(_matching(real_root, real_destination, pattern, require_time))
    if not files:
        raise ToolError(
            f"no file below {path_text(root)} matches {shorten(pattern)}; check the pattern, upper and lower case count"
        )
    try:
        new = _new_files(real_root, destination, files, require_time)
        if not dry_run:
            _require_space(real_root, destination, new)
            _copy(real_root, destination, new, require_time)
    except OSError as error:
        raise ToolError(
            f"{path_text(error.filename or root)} could not be copied: {cause(error)}; nothing was copied"
        ) from error
    return CopiedFiles(
        root_dir=str(root),
        dest_dir=str(destination),
        dry_run=dry_run,
        count=len(files),
        files=[display_path(path) for path in files[:LISTED]],
    )


def _matching(root: Path, destination: Path, pattern: str, require_time: RequireTime) -> Iterator[Path]:
    """Paths of files, or of links to files, below `root`; what lies in the destination is no source."""

    def refuse(error: OSError) -> None:
        raise ToolError(f"the folder {path_text(error.filename)} cannot be read: {cause(error)}")

    number = 0
    for folder, folders, names in os.walk(root, onerror=refuse):
        require_time()
        folders[:] = [name for name in folders if Path(folder, name) != destination]
        for name in names:
            path = Path(folder, name).relative_to(root)
            matches = fnmatch.fnmatchcase(str(path) if "/" in pattern else name, pattern)
            if matches and _is_file(root / path):
                number += 1
                if number > MAX_FILES:
                    raise ToolError(
                        f"more than {MAX_FILES} files match {shorten(pattern)}; choose a narrower pattern"
                    )
                yield path


def _is_file(path: Path) -> bool:
    """Whether it is a file or a link to one; a link to nothing or in a circle is none. Raises ToolError."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return False
        raise ToolError(f"{path_text(path)} cannot be read: {cause(error)}") from error


def _new_files(root: Path, destination: Path, files: list[Path], require_time: RequireTime) -> list[Path]:
    """The files that the destination does not have yet. Raises ToolError where it has others of their names."""
    new, different = [], []
    for path in files:
        require_time()
        if status(destination / path, follow=False) is None:
            new.append(path)
        elif not (_is_file(destination / path) and _same(root / path, destination / path, require_time)):
            different.append(path_text(destination / path))
    if different:
        raise ToolError(
            f"{len(different)} files exist there with other content ({', '.join(different[:5])}); nothing was copied: "
            "choose another dest_dir or remove them"
        )
    return new


def _same(one: Path, other: Path, require_time: RequireTime) -> bool:
    """Whether two files have the same content."""
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as first, other.open("rb") as second:
        while block := first.read(COMPARED_BYTES):
            require_time()
            if block != second.read(COMPARED_BYTES):
                return False
    return True


def _require_space(root: Path, destination: Path, files: list[Path]) -> None:
    needed = sum((root / path).stat().st_blocks * 512 for path in files)
    disk = os.statvfs(next(path for path in (destination, *destination.parents) if path.exists()))
    free = disk.f_bavail * disk.f_frsize
    if needed > free:
        raise ToolError(
            f"the files take {needed:,} bytes, the disk has {free:,} free; nothing was copied: remove files or "
            "choose another disk"
        )


def _copy(root: Path, destination: Path, files: list[Path], require_time: RequireTime) -> None:
    """Copy all files or, when one fails, none."""
    with ExitStack() as made:
        for path in files:
            require_time()
            target = destination / path
            made.enter_context(missing_folders(target.parent))
            made.enter_context(copy_or_remove(root / path, target, require_time))
