"""The files that OSWorld's tasks download, and where a cache has them."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from plugins.osworld.tasks.steps import BrowseHistory, Download, Step
from plugins.osworld.tasks.task_json import Definition

EMPTY_HISTORY = (
    "https://huggingface.co/datasets/xlangai/ubuntu_osworld_file_cache/resolve/main/"
    "chrome/44ee5668-ecd5-4366-a6ce-c1c9b8d4e938/history_empty.sqlite?download=true"
)
"""The database that `update_browse_history` fills, as OSWorld names it."""
HISTORY_NAME = "history_new.sqlite"
_DATASET = re.compile(
    r"https?://huggingface\.co/datasets/([^/]+)/([^/]+)/(?:resolve|raw|blob)/[^/]+/([^?#]+)"
)
_POINTER = b"version https://git-lfs.github.com/spec/"
_POINTER_SIZE = re.compile(rb"^size (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FileReference:
    """A file that a task needs.

    Attributes:
        url: Where it is published.
        target: Its path in a cache of OSWorld's own layout.
        for_setup: Whether the set-up needs it; otherwise the judge or a postconfig step.
    """

    url: str
    target: str
    for_setup: bool


@dataclass(frozen=True, slots=True)
class CachedFile:
    """What a cache has of a file: its path, None if it is missing, and its size in bytes, None if not known."""

    path: Path | None
    size: int | None


class FileCache:
    """A folder with downloaded files, in any of three layouts.

    OSWorld's own cache: <task id>/<file>. A clone of the Hugging Face dataset: <domain>/<task id>/<file>; a file
    that is still a Git LFS pointer is missing. A hub cache: datasets--<owner>--<name>/snapshots/<revision>/..., or the
    folder that has it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def find(self, reference: FileReference) -> CachedFile:
        """Look a file up."""
        size: int | None = None
        for path in self._places(reference) if self._folder else ():
            if path.is_file():
                pointed = _pointer_size(path)
                if pointed is None:
                    return CachedFile(path, path.stat().st_size)
                size = pointed
        return CachedFile(None, size)

    def _places(self, reference: FileReference) -> Iterator[Path]:
        if self._folder is None:
            return
        yield self._folder / reference.target
        match = _DATASET.match(reference.url)
        if match is None:
            return
        path = unquote(match[3])
        if ".." in PurePosixPath(path).parts:
            return
        yield self._folder / path
        name = f"datasets--{match[1]}--{match[2]}"
        for base in (self._folder, self._folder / name, self._folder / "hub" / name):
            snapshots = base / "snapshots"
            if snapshots.is_dir():
                yield from (revision / path for revision in sorted(snapshots.iterdir(), reverse=True))


def references(task_id: str, definition: Definition) -> tuple[FileReference, ...]:
    """Return the files that a task needs, each target once, those of the set-up first.

    Args:
        task_id: The task's id as OSWorld has it, without the domain.
        definition: The task.
    """
    found: dict[str, FileReference] = {}
    for steps, for_setup in ((definition.config, True), (definition.postconfig, False)):
        for step in steps:
            for url, name in _of_step(step):
                reference = FileReference(url, f"{task_id}/{name}", for_setup)
                found.setdefault(reference.target, reference)
    for getter in definition.json.evaluator.getters:
        if getter.get("type") == "cloud_file":
            for url, name in zip(_texts(getter.get("path")), _texts(getter.get("dest")), strict=False):
                reference = FileReference(url, f"{task_id}/{name}", for_setup=False)
                found.setdefault(reference.target, reference)
    return tuple(found.values())


def download_name(url: str, path: str) -> str:
    """Return the name that OSWorld's cache gives a file of a download step."""
    return f"{uuid.uuid5(uuid.NAMESPACE_URL, url)}_{PurePosixPath(path).name}"


def _of_step(step: Step) -> Iterator[tuple[str, str]]:
    match step.parameters:
        case Download(files=files):
            for file in files:
                yield file.url, download_name(file.url, file.path)
        case BrowseHistory():
            yield EMPTY_HISTORY, HISTORY_NAME


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def _pointer_size(path: Path) -> int | None:
    """Return the size of the file that a Git LFS pointer stands for; None for any other file."""
    with path.open("rb") as file:
        head = file.read(1024)
    if not head.startswith(_POINTER):
        return None
    match = _POINTER_SIZE.search(head)
    return int(match[1]) if match else 0
