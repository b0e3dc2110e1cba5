"""What a checker expects word for word and only one form of a task's instruction says."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from controller.tasks.script_source import texts
from controller.tasks.sources.folder.fixtures import content
from controller.tasks.task import Task, has_fuzzy_form, with_form

_QUOTED = re.compile(r'"([^"\n]{2,})"')


def told_once(task: Task, folder: Path) -> Iterator[str]:
    """Yield the texts that only the concrete form of the instruction quotes and `check.py` compares with.

    What is in the task's files is not meant: an agent finds it there, whatever the form.
    """
    if not has_fuzzy_form(task):
        return
    fuzzy = with_form(task, "fuzzy").instruction.casefold()
    judged = "\n".join(texts(folder / "check.py")).casefold()
    for literal in sorted(set(_QUOTED.findall(with_form(task, "concrete").instruction))):
        words = literal.strip().casefold()
        if words in judged and words not in fuzzy and not _is_given(literal.encode(), folder):
            yield literal


def _is_given(literal: bytes, folder: Path) -> bool:
    return any(literal in data for path in content(folder / "files") for data in _contents(path))


def _contents(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file, and those of the files in an office document."""
    yield path.read_bytes()
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from map(archive.read, archive.namelist())
