"""Writes the suite's files into a cache folder, in the layout of OSWorld's own cache."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from plugins.osworld.tasks.task import OSWorldTask
from tests.osworld_suite.files import MAKERS


def write_cache(folder: Path, tasks: list[OSWorldTask]) -> None:
    """Write every file that the tasks need; nothing is fetched."""
    for task in tasks:
        for file in task.files:
            path = folder / file.target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(MAKERS[PurePosixPath(urlsplit(file.url).path).name]())
