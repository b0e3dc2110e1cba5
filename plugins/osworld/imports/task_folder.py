"""The files of a task in a result tree: pictures, the result, and what is copied beside them."""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plugins.osworld.export.published import PNG
from plugins.osworld.imports.result_tree import RESULT, format_path
from testbed.results import Damage, read_bounded, without_junk

PICTURE_LIMIT = 64 * 2**20
"""Largest picture that is imported, in bytes."""
COPY_LIMIT = 256 * 2**20
"""Largest other file that is copied, in bytes."""
_RESULT_LIMIT = 4096
_MOST_FILES = 20_000
_PNG_HEADER = struct.Struct(">8s4x4sII")


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A task's `result.txt`: its text, None without one, and the score, None with a `problem`."""

    text: str | None
    score: float | None
    problem: str = ""


def read_result(folder: Path) -> ResultFile:
    """Read a task's `result.txt`."""
    path = folder / RESULT
    if path.is_symlink():
        return ResultFile(None, None, "a link is not followed")
    try:
        text = read_bounded(path, _RESULT_LIMIT).decode(errors="replace")
    except FileNotFoundError:
        return ResultFile(None, None, "there is no result.txt: the episode has no verdict")
    except OSError as error:
        return ResultFile(None, None, f"cannot be read: {error.strerror or error}")
    score = parse_score(text)
    problem = "" if score is not None else f"is no number from 0 to 1: {text.strip()[:80]!r}"
    return ResultFile(text, score, problem)


def parse_score(text: str) -> float | None:
    """Return the score that a `result.txt` has, which evaluators may also give as True or False; None for others."""
    word = text.strip()
    if word in ("True", "False"):
        return float(word == "True")
    try:
        score = float(word)
    except ValueError:
        return None
    return score if 0 <= score <= 1 else None


def count_pngs(folder: Path) -> int:
    """How many PNG files there are at any depth, by their names."""
    names = (name for _, _, files in os.walk(folder) for name in files)
    return sum(path.name.lower().endswith(PNG) for path in without_junk(map(Path, names)))


def read_picture(folder: Path, name: str) -> bytes | str:
    """Return a picture that a line names, or in one line why it cannot be read."""
    if Path(name).name != name or name in ("", ".", "..") or not name.isprintable():
        return f"left out: {name[:80]!r} is not the name of a file in its folder"
    path = folder / name
    if path.is_symlink():
        return f"left out: {name!r:.120} is a link, which is not followed"
    try:
        return read_bounded(path, PICTURE_LIMIT)
    except OSError as error:
        return f"left out: {name!r:.120}: {error.strerror or error}"


def picture_size(picture: bytes) -> tuple[int, int]:
    """Return width and height in pixels of a PNG; zeros for any other."""
    if len(picture) < _PNG_HEADER.size:
        return 0, 0
    signature, chunk, width, height = _PNG_HEADER.unpack_from(picture)
    return (width, height) if (signature, chunk) == (b"\x89PNG\r\n\x1a\n", b"IHDR") else (0, 0)


def other_files(folder: Path, used: frozenset[str], damage: list[Damage]) -> Iterator[Path]:
    """Yield the plain files of a task beside its used pictures; append what is left out to `damage`."""
    for number, path in enumerate(without_junk(folder.iterdir()), 1):
        if number > _MOST_FILES:
            damage.append(Damage(str(folder), 0, f"left out: more than {_MOST_FILES} files"))
            return
        if path.name in used:
            continue
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            damage.append(Damage(format_path(path), 0, "not copied: a link is not followed"))
        elif stat.S_ISDIR(status.st_mode):
            damage.append(Damage(format_path(path), 0, "not copied: a folder"))
        elif not stat.S_ISREG(status.st_mode):
            damage.append(Damage(format_path(path), 0, "not copied: not a plain file"))
        elif status.st_size > COPY_LIMIT:
            damage.append(Damage(format_path(path), 0, f"not copied: larger than {COPY_LIMIT} bytes"))
        else:
            yield path
