"""The files that a task's set-up copies: those of its folder, and those that its variant makes of its facts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from controller.core.junk import without_junk
from controller.tasks.scripts import VARIANT, functions
from controller.tasks.sources.folder.variants import call, function
from testbed.errors import TaskError

FILES = PurePosixPath("files")
"""The folder, in a task's, that a variant makes its files in."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A file to copy into the guest."""

    data: bytes
    executable: bool


def content(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, sorted; Python's caches and junk are left out."""
    for path in without_junk(folder.rglob("*"), folder):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path


def fixture_files(
    folder: Path, source: str, made: Mapping[PurePosixPath, Fixture]
) -> dict[PurePosixPath, Fixture]:
    """Return the files of a set-up step's source by their path in it; one that is a file itself has the path ".".

    Args:
        folder: The task's folder.
        source: The source, relative to it.
        made: The files that the task's variant has made, by their path in the folder: all that are in `files/`.
    """
    place = PurePosixPath(source)
    if made and place.is_relative_to(FILES):
        return {path.relative_to(place): made[path] for path in sorted(made) if path.is_relative_to(place)}
    root = folder / source
    paths = list(content(root)) if root.is_dir() else [root]
    return {PurePosixPath(path.relative_to(root).as_posix()): _read(path) for path in paths}


def make(folder: Path, facts: object) -> dict[PurePosixPath, Fixture]:
    """Make a variant's files twice by `files` of `variant.py`, and return them by their path in the task's folder.

    There are none without that function. Raises TaskError when it fails or two makings differ.
    """
    if "files" not in functions(folder / f"{VARIANT}.py"):
        return {}
    made, again = _make(folder, facts), _make(folder, facts)
    if (differing := difference(made, again)) is not None:
        raise not_repeatable(folder, differing)
    return made


def difference(
    one: Mapping[PurePosixPath, object], other: Mapping[PurePosixPath, object]
) -> PurePosixPath | None:
    """Return the first path that two makings have different files of."""
    paths = sorted({*one, *other})
    return next((path for path in paths if one.get(path) != other.get(path)), None)


def not_repeatable(folder: Path, path: PurePosixPath) -> TaskError:
    """Return the error for a file that is not the same in two makings."""
    return TaskError(
        f"{folder / VARIANT}.py: files: two makings of {path} differ",
        hint="make it of the facts alone: no clock, no random numbers, no order of a set; save office files and other "
        "zips with testbed.reproducible_zip",
    )


def _make(folder: Path, facts: object) -> dict[PurePosixPath, Fixture]:
    path = folder / f"{VARIANT}.py"
    files = function(path, "files", "def files(facts: Facts, folder: Path) -> None", 2)
    with tempfile.TemporaryDirectory(prefix="testbed-variant-") as place:
        target = Path(place) / FILES
        if (folder / FILES).is_dir():
            shutil.copytree(folder / FILES, target)
        target.mkdir(exist_ok=True)
        call(path, files, facts, target)
        return {PurePosixPath(file.relative_to(place).as_posix()): _read(file) for file in content(target)}


def _read(path: Path) -> Fixture:
    return Fixture(path.read_bytes(), bool(path.stat().st_mode & 0o100))
