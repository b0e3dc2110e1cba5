"""The viewer's pages as a folder that opens without a server and can be shared.

A picture is hard-linked where that is possible. `viewer.json` marks such a folder and lists its files; what is
not in that list is never touched.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.core.junk import is_empty
from controller.records.bounded import read_bounded
from controller.records.event_lines import Damage
from controller.records.files import write_whole
from controller.results.viewer.compare_page import compare_page, has_episode_pages
from controller.results.viewer.episode_file import open_attempt
from controller.results.viewer.episodes_page import episodes_page
from controller.results.viewer.files import ASSETS, asset, is_inside, picture_type
from controller.results.viewer.folders import EXPORT_MARK
from controller.results.viewer.html import refusal
from controller.results.viewer.library import RunCard, RunLibrary
from controller.results.viewer.links import (
    ATTEMPT_DEPTH,
    COMPARISON_DEPTH,
    EPISODE_DEPTH,
    EPISODES_DEPTH,
    PLUGIN_PAGE_DEPTH,
    RUN_DEPTH,
    TASKS_DEPTH,
    Links,
)
from controller.results.viewer.plugin_pages import plugin_page
from controller.results.viewer.run import RunView, read_run
from controller.results.viewer.run_files import UnreadableError, relative_damage
from controller.results.viewer.run_page import run_page
from controller.results.viewer.runs_page import runs_page
from controller.results.viewer.tasks_page import group_runs, tasks_page
from testbed.errors import RecordsError, UsageError
from testbed.extension_points import RUN_PAGES

MOST_PAIRS = 45
"""How many pairs of runs get a comparison page; those of the newest runs come first."""
_PICTURE = re.compile(r"/screens/([0-9a-f]{32}\.(?:png|jpg|webp|gif))")


class SiteManifest(BaseModel):
    """The files of an export, by path in its folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Literal["testbed view 1"] = "testbed view 1"
    files: tuple[str, ...]


@dataclass
class Written:
    """Counts of what was written. `skipped` could not be read; `pairs_left` have no comparison page."""

    runs: int = 0
    episodes: int = 0
    pictures: int = 0
    pairs: int = 0
    pairs_left: int = 0
    skipped: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def write_site(library: RunLibrary, out: Path) -> Written:
    """Write all pages into `out`, replacing an earlier export.

    Raises UsageError when the folder holds something else or is part of what is exported, RecordsError when it
    cannot be written.
    """
    before = _earlier(library, out)
    site = _Site(library.root, out)
    _mark(out, before)  # first, so that a folder whose export was broken off is known as one
    try:
        _write_all(site, library)
    except BaseException:
        _mark(out, before | set(site.written.files))
        raise
    for stale in sorted(before - set(site.written.files)):
        _remove(out / stale, out)
    _mark(out, set(site.written.files))
    return site.written


def _write_all(site: _Site, library: RunLibrary) -> None:
    overview = library.overview()
    pairs, left = _pairs(overview.cards)
    site.written.pairs_left = left
    site.page("", runs_page(overview, library.root.name or "/", static=True, pairs=pairs, left_out=left))
    with site.instead("tasks/", TASKS_DEPTH):
        site.page("tasks/", tasks_page(overview, group_runs(overview), static=True))
    for name in ASSETS:
        site.file(f"assets/{name}", asset(name))
    for card in overview.cards:
        with site.instead(f"runs/{card.name}/", RUN_DEPTH):
            site.run(read_run(card))
    for a, b in pairs:
        with site.instead(f"compare/{a.name}/{b.name}/", COMPARISON_DEPTH):
            site.comparison(read_run(a), read_run(b))


def _mark(out: Path, files: set[str]) -> None:
    manifest = SiteManifest(files=tuple(sorted(files)))
    write_whole(out / EXPORT_MARK, manifest.model_dump_json(indent=1).encode(), durable=False)


class _Site:
    """Writes pages and files of runs below `root` into a folder."""

    def __init__(self, root: Path, out: Path) -> None:
        self._root = root
        self._out = out
        self.written = Written()

    def page(self, folder: str, text: str) -> None:
        self.file(f"{folder}index.html", text.encode())

    def file(self, path: str, data: bytes) -> None:
        write_whole(self._out / path, data, durable=False)
        self.written.files.append(path)

    @contextmanager
    def instead(self, folder: str, depth: int) -> Iterator[None]:
        """Write an error page if records cannot be read, because other pages link to it."""
        try:
            yield
        except UnreadableError as error:
            (problem,) = relative_damage(self._root, [error.damage])
            self.written.skipped.append(str(problem))
            self.page(folder, refusal("Cannot be shown", str(problem), "", Links(depth, static=True)))

    def run(self, run: RunView) -> None:
        name = run.card.name
        self.page(f"runs/{name}/", run_page(run, static=True))
        self.written.runs += 1
        for page in RUN_PAGES.names():
            self._plugin_page(run, page)
        for task, epoch in run.records.episodes():
            if (task, epoch) in run.started:
                self._episode(run, task, epoch)

    def _plugin_page(self, run: RunView, name: str) -> None:
        folder = f"runs/{run.card.name}/pages/{name}/"
        try:
            self.page(folder, plugin_page(run, name, static=True))
        except UsageError as error:
            self.written.skipped.append(f"{run.card.name}: {error.message}")
            links = Links(PLUGIN_PAGE_DEPTH, static=True)
            self.page(folder, refusal("Cannot be shown", error.message, error.hint, links))

    def comparison(self, a: RunView, b: RunView) -> None:
        folder = f"compare/{a.card.name}/{b.card.name}/"
        self.page(folder, compare_page(a, b, static=True))
        self.written.pairs += 1
        if not has_episode_pages((a, b)):
            return
        for task, epoch in sorted(a.started & b.started):
            with self.instead(f"{folder}{task}/{epoch}/", EPISODES_DEPTH):
                sides = [
                    attempt.side(letter, run.card.name)
                    for letter, run in zip("AB", (a, b), strict=True)
                    if (attempt := open_attempt(run.records, task, epoch))
                ]
                if len(sides) == 2:
                    self.page(f"{folder}{task}/{epoch}/", episodes_page((sides[0], sides[1]), static=True))

    def _episode(self, run: RunView, task: str, epoch: int) -> None:
        episode = run.records.episode(task, epoch)
        place = f"runs/{run.card.name}/{task}/{epoch}/"
        shown: set[str] = set()
        for attempt in (0, *episode.attempts()):
            recorded = open_attempt(run.records, task, epoch, attempt)
            if recorded is None:
                continue
            folder = f"{place}attempt-{attempt}/" if attempt else place
            with self.instead(folder, ATTEMPT_DEPTH if attempt else EPISODE_DEPTH):
                text = recorded.page(run.card.name, static=True)
                self._copy(episode.events_file(attempt), f"{folder}events.jsonl")
                self.page(folder, text)
                shown |= set(_PICTURE.findall(text))
        self.written.episodes += 1
        for name in sorted(shown):
            source = episode.screens / name
            if is_inside(source, run.card.folder) and _is_picture(source):
                self._link(source, f"{place}screens/{name}")
                self.written.pictures += 1

    def _copy(self, source: Path, path: str) -> None:
        """Copy a file that can still grow."""
        try:
            data = source.read_bytes()
        except OSError as error:
            raise UnreadableError(Damage(str(source), 0, error.strerror or str(error))) from error
        self.file(path, data)

    def _link(self, source: Path, path: str) -> None:
        target = self._out / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            try:
                os.link(source, target)
            except OSError:  # another file system, or one without links
                shutil.copyfile(source, target)
        except OSError as error:
            raise RecordsError(
                f"cannot write {target}: {error.strerror or error}",
                hint="make room, or choose another folder",
            ) from error
        self.written.files.append(path)


def _remove(file: Path, out: Path) -> None:
    """Remove a file of the folder, and folders that become empty."""
    if file.is_dir() or not is_inside(file.parent / file.name, out):
        return
    file.unlink(missing_ok=True)
    for folder in file.parents:
        if folder == out or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()


def _is_picture(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return picture_type(file.read(16)) is not None
    except OSError:
        return False


def _pairs(cards: Sequence[RunCard]) -> tuple[list[tuple[RunCard, RunCard]], int]:
    """Pairs of runs over the same tasks, the earlier run first, and the number of further pairs."""
    alike = [
        (a, b)
        for b, a in itertools.combinations(cards, 2)
        if a.tasks == b.tasks and a.complete and b.complete
    ]
    return alike[:MOST_PAIRS], max(0, len(alike) - MOST_PAIRS)


def _earlier(library: RunLibrary, out: Path) -> set[str]:
    """The files of an existing export."""
    place = out.resolve()
    if place == library.root or library.root.is_relative_to(place):
        raise UsageError(f"{out} contains the runs to export", hint="choose another folder")
    try:
        if not out.exists() or (out.is_dir() and is_empty(out)):
            return set()
        if (out / EXPORT_MARK).is_file():
            return set(_own(SiteManifest.model_validate_json(read_bounded(out / EXPORT_MARK)).files))
    except OSError as error:
        raise UsageError(f"{out} cannot be read: {error.strerror}", hint="choose another folder") from error
    except ValidationError:
        pass  # another program's file of that name
    raise UsageError(
        f"{out} exists already and is not an export of `testbed view`",
        hint="choose an empty or new folder",
    )


def _own(files: Sequence[str]) -> Iterator[str]:
    """Paths that are inside the folder."""
    for name in files:
        path = PurePosixPath(name)
        if not path.is_absolute() and ".." not in path.parts:
            yield name
