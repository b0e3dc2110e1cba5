"""The runs below a folder, summed up as cheaply as their records allow, and each read whole when asked for.

Records may come from elsewhere: what is no plain file inside the run's own folder is not read.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.conduct import conduct_of
from controller.errors import RecordsError, TestbedError
from controller.event_lines import Damage, read_events
from controller.metrics import Key, summarize
from controller.reading import Reading, read_result
from controller.recheck import with_rechecks
from controller.records import TASK_NAME, RunRecords
from controller.run_info import EpisodeResult, Recheck, RunInfo, RunOptions
from controller.viewer.folders import Shelf, find_runs
from controller.viewer.kept_summary import KeptSummary, kept_summary
from controller.viewer.links import run_name
from controller.viewer.live import held_locks, is_at_work, stamp, stamp_of, stat_of

MOST_EPISODES = 200_000
"""A run with more is taken for damaged."""


def title_of(options: RunOptions, model: str) -> str:
    """A run's agent with its variant and model."""
    agent = ":".join(filter(None, (options.agent, options.variant)))
    return f"{agent} {model}".strip() or "a run"


@dataclass(frozen=True, slots=True)
class Card:
    """A run in a list of runs. `name` is that in addresses, `place` its folder below the one that is viewed.

    `tasks` stands for its tasks with their content: runs with the same text have the same ones. `stamp` is
    another one once anything of the run has changed.
    """

    name: str
    folder: Path
    place: str
    created: str
    options: RunOptions
    model: str
    tasks: str
    summary: KeptSummary
    live: bool
    damage: tuple[Damage, ...]
    stamp: str

    @property
    def title(self) -> str:
        """The agent with its variant and model."""
        return title_of(self.options, self.model)

    @property
    def complete(self) -> bool:
        """Whether every episode has a verdict."""
        return not self.summary.without_verdict


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that belong together: a study's, or all that are in none. `missing` runs are not begun."""

    title: str
    place: str
    study: bool
    cards: tuple[Card, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """All there is, newest first."""

    groups: tuple[Group, ...]
    damage: tuple[Damage, ...]
    cut_short: bool

    @property
    def cards(self) -> list[Card]:
        return [card for group in self.groups for card in group.cards]


@dataclass(frozen=True, slots=True)
class Run:
    """A run with what can be read of its results. Of events only those of episodes at work are read.

    `begun` are episodes that have a record; `steps` are those taken so far where there is no result.
    """

    card: Card
    records: RunRecords
    reading: Reading
    rechecked: frozenset[Key]
    begun: frozenset[Key]
    steps: dict[Key, int]

    @property
    def info(self) -> RunInfo:
        return self.reading.info

    def summary(self) -> dict[str, Any]:
        """As in `summary.json`, but for what only events tell."""
        return summarize(self.info, self.reading.results)


@dataclass(frozen=True, slots=True)
class _Outline:
    """What of a run has to be known to see whether it changed."""

    stat: tuple[int, int, int]
    episodes: tuple[str, ...]


class Library:
    """The runs below a folder. Thread-safe. Raises UsageError when the folder cannot be read."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._lock = threading.Lock()
        self._folders: dict[str, Path] = {}
        self._outlines: dict[Path, _Outline] = {}
        self._cards: dict[Path, Card] = {}
        find_runs(self.root)

    def overview(self) -> Overview:
        """Every run there is now. Raises UsageError when the folder is gone."""
        found = find_runs(self.root)
        damage = list(found.damage)
        with self._lock:
            locks = held_locks()
            cards = {}
            for folder in found.runs:
                try:
                    cards[folder] = self._card(folder, locks)
                except RecordsError as error:
                    damage.append(Damage(str(folder / "run.json"), 0, _cause(error)))
            self._forget(set(found.runs))
        groups = list(_groups(cards, found.studies, self.root))
        return Overview(tuple(groups), tuple(damage), found.cut_short)

    def folder(self, name: str) -> Path | None:
        """The folder of the run of that name in addresses. Raises UsageError when all of it is gone."""
        with self._lock:
            known = self._folders.get(name)
            if known is None or not stat_of(known / "run.json")[0]:
                self._folders = {self._name(folder): folder for folder in find_runs(self.root).runs}
                known = self._folders.get(name)
            return known

    def card(self, folder: Path) -> Card:
        """Raises RecordsError when the run cannot be read."""
        with self._lock:
            return self._card(folder, held_locks())

    def _card(self, folder: Path, locks: frozenset[tuple[int, int]]) -> Card:
        live = is_at_work(folder, locks)
        outline = self._outline(folder)
        now = stamp_of(folder, outline.episodes, live=live)
        known = self._cards.get(folder)
        if known is None or known.stamp != now:
            place = "" if folder == self.root else folder.relative_to(self.root).as_posix()
            known = _made_card(folder, self._name(folder), place, now, live=live)
            self._cards[folder] = known
        return known

    def _outline(self, folder: Path) -> _Outline:
        stat = stat_of(folder / "run.json")
        known = self._outlines.get(folder)
        if known is None or known.stat != stat:
            records = open_records(folder)
            known = _Outline(stat, tuple(str(records.recorder(*key).folder) for key in records.episodes()))
            self._outlines[folder] = known
        return known

    def _forget(self, present: set[Path]) -> None:
        for gone in self._cards.keys() - present:
            del self._cards[gone]
        for gone in self._outlines.keys() - present:
            del self._outlines[gone]

    def _name(self, folder: Path) -> str:
        return run_name(folder.relative_to(self.root) if folder != self.root else Path(folder.name or "root"))


def open_records(folder: Path) -> RunRecords:
    """A run's records. Raises RecordsError also for what testbed does not write."""
    if (folder / "run.json").is_symlink():
        raise RecordsError(f"{folder / 'run.json'} is a link", hint="view the run where it is")
    try:
        records = RunRecords.open(folder)
    except RecordsError:
        raise
    except TestbedError as error:  # no run any more
        raise RecordsError(error.message, hint=error.hint) from error
    info = records.info
    names = [entry.id for entry in info.tasks]
    odd = next((name for name in names if not TASK_NAME.fullmatch(name)), None)
    if odd is not None:
        raise RecordsError(f"{folder} has a task named {odd!r}", hint="a task's name is <domain>/<slug>")
    if len(set(names)) < len(names):
        raise RecordsError(f"{folder} has a task twice", hint="restore its run.json")
    if len(names) * info.options.epochs > MOST_EPISODES:
        raise RecordsError(
            f"{folder} has {len(names) * info.options.epochs} episodes", hint="restore its run.json"
        )
    return records


def read_run(card: Card) -> Run:
    records = open_records(card.folder)
    results, rechecks, damage = _read_results(records)
    begun = {key for key in records.episodes() if records.recorder(*key).events_file().is_file()}
    open_ones = [key for key in records.episodes() if key in begun and key not in results]
    return Run(
        card=card,
        records=records,
        reading=Reading(records.info, with_rechecks(results, rechecks), {}, tuple(damage)),
        rechecked=frozenset(rechecks),
        begun=frozenset(begun),
        steps={key: _steps_so_far(records, key) for key in open_ones},
    )


def _steps_so_far(records: RunRecords, key: Key) -> int:
    return conduct_of(read_events(records.recorder(*key).events_file(), []), None).steps


def _made_card(folder: Path, name: str, place: str, now: str, *, live: bool) -> Card:
    records = open_records(folder)
    info = records.info
    damage: list[Damage] = []
    summary = None if live else kept_summary(records, damage)
    if summary is None:
        results, rechecks, found = _read_results(records)
        damage += found
        summary = KeptSummary.of(summarize(info, with_rechecks(results, rechecks)), len(results))
    return Card(
        name=name,
        folder=folder,
        place=place,
        created=info.created,
        options=info.options,
        model=info.agent.model,
        tasks=stamp(sorted((entry.id, entry.hash) for entry in info.tasks)),
        summary=summary,
        live=live,
        damage=tuple(damage),
        stamp=now,
    )


def _read_results(
    records: RunRecords,
) -> tuple[dict[Key, EpisodeResult], dict[Key, Recheck], list[Damage]]:
    """Results and later verdicts, and what of them cannot be read."""
    results: dict[Key, EpisodeResult] = {}
    rechecks: dict[Key, Recheck] = {}
    damage: list[Damage] = []
    for key in records.episodes():
        folder = records.recorder(*key).folder
        outside = next(outside_of(records.folder, folder), None)
        if outside:
            damage.append(Damage(str(outside), 0, "leads out of the run's folder"))
            continue
        result = read_result(folder / "result.json", key, damage)
        if result is not None:
            results[key] = result
        try:
            recheck = records.recheck(*key)
        except RecordsError as error:
            damage.append(Damage(str(folder / "recheck.json"), 0, _cause(error)))
            continue
        if recheck is not None:
            rechecks[key] = recheck
    return results, rechecks, damage


def outside_of(run: Path, episode: Path) -> Iterator[Path]:
    """The entries of an episode's folder that a link leads out of the run's folder; or the folder itself."""
    inside = os.path.realpath(run) + os.sep
    if not os.path.realpath(episode).startswith(inside):
        yield episode
        return
    for folder in (episode, episode / "attempts"):
        try:
            with os.scandir(folder) as entries:
                links = [Path(entry.path) for entry in entries if entry.is_symlink()]
        except OSError:
            continue
        yield from (path for path in links if not os.path.realpath(path).startswith(inside))


def _groups(cards: dict[Path, Card], studies: tuple[Shelf, ...], root: Path) -> Iterator[Group]:
    left = dict(cards)
    found = []
    for study in studies:
        own = [left.pop(folder) for folder in list(left) if folder.parent == study.folder]
        begun = {card.folder.name for card in own}
        place = "" if study.folder == root else study.folder.relative_to(root).as_posix()
        title = study.title or study.folder.name
        missing = tuple(name for name in study.runs if name not in begun)
        found.append(Group(title, place, True, _newest_first(own), missing))
    if left or not found:
        found.append(Group("Runs", "", False, _newest_first(list(left.values()))))
    return iter(
        sorted(found, key=lambda group: max((card.created for card in group.cards), default=""), reverse=True)
    )


def _newest_first(cards: list[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.created, card.place), reverse=True))


def _cause(error: TestbedError) -> str:
    return " ".join(error.message.split())[:300]
