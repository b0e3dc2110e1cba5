"""Copying the files of a folder tree that match a pattern, each with its folders."""

from __future__ import annotations

import filecmp
import fnmatch
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError, tool

LISTED = 500
MAX_FILES = 20_000
COPY_SECONDS = 100.0


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
    root, destination = user_path(root_dir), user_path(dest_dir)
    if not root.is_dir():
        raise ToolError(f"there is no folder {root}; give the path of an existing folder as root_dir")
    if destination.resolve() == root.resolve():
        raise ToolError(f"dest_dir is root_dir, {root}; give another folder")
    if destination.exists() and not destination.is_dir():
        raise ToolError(f"{destination} is not a folder; give another dest_dir")
    deadline = time.monotonic() + COPY_SECONDS
    files = sorted(_matching(root, destination.resolve(), pattern, deadline))
    if not files:
        raise ToolError(
            f"no file below {root} matches {pattern!r}; check the pattern, upper and lower case count"
        )
    try:
        _refuse_overwriting(root, destination, files)
        for path in files if not dry_run else ():
            _require_time(deadline, "copied in part")
            target = destination / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, target)
    except OSError as error:
        raise ToolError(f"{error.filename} could not be copied: {error.strerror}") from error
    return CopiedFiles(
        root_dir=str(root),
        dest_dir=str(destination),
        dry_run=dry_run,
        count=len(files),
        files=[str(path) for path in files[:LISTED]],
    )


def _matching(root: Path, destination: Path, pattern: str, deadline: float) -> Iterator[Path]:
    """Paths below `root`; what lies in the destination is no source."""

    def refuse(error: OSError) -> None:
        raise ToolError(f"the folder {error.filename} cannot be read: {error.strerror}")

    number = 0
    for folder, folders, names in os.walk(root, onerror=refuse):
        _require_time(deadline, "searched in part")
        folders[:] = [name for name in folders if Path(folder, name).resolve() != destination]
        for name in names:
            path = Path(folder, name).relative_to(root)
            if (
                fnmatch.fnmatchcase(str(path) if "/" in pattern else name, pattern)
                and (root / path).is_file()
            ):
                number += 1
                if number > MAX_FILES:
                    raise ToolError(
                        f"more than {MAX_FILES} files match {pattern!r}; choose a narrower pattern"
                    )
                yield path


def _refuse_overwriting(root: Path, destination: Path, files: list[Path]) -> None:
    existing = [
        str(destination / path)
        for path in files
        if os.path.lexists(destination / path)
        and not (
            (destination / path).is_file() and filecmp.cmp(root / path, destination / path, shallow=False)
        )
    ]
    if existing:
        raise ToolError(
            f"{len(existing)} files exist there with other content ({', '.join(existing[:5])}); nothing was copied: "
            "choose another dest_dir or remove them"
        )


def _require_time(deadline: float, state: str) -> None:
    if time.monotonic() > deadline:
        raise ToolError(f"{state} within {COPY_SECONDS:g} s; copy smaller folders one by one")
