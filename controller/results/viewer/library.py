"""The runs below a folder, summarized with as little reading as possible."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from controller.metrics.run_loader import load_records
from controller.records.event_lines import Damage
from controller.records.run_folder import RunFolder
from controller.records.run_options import RunOptions
from controller.results.viewer.folders import FoundStudy, find_runs
from controller.results.viewer.links import run_name
from controller.results.viewer.live import held_locks, is_at_work, stamp, stamp_of, stat_of
from controller.results.viewer.run_files import (
    UnreadableError,
    open_records,
    relative_damage,
)
from controller.results.viewer.stored_summary import StoredSummary, stored_summary


def title_of(options: RunOptions, model: str) -> str:
    """A run's agent with its variant and model."""
    return f"{options.agent_name} {model}".strip() or "a run"


@dataclass(frozen=True, slots=True)
class RunCard:
    """A run in a list of runs. `name` is its name in addresses, `place` its folder relative to the viewed one.

    `tasks` identifies its tasks and their content: it is equal for runs of the same tasks. `stamp` changes whenever
    anything of the run changes. `tags` and `note` are its user's. `begun`: whether there is a record of an episode.
    """

    name: str
    folder: Path
    place: str
    created: str
    options: RunOptions
    model: str
    tasks: str
    summary: StoredSummary
    live: bool
    damage: tuple[Damage, ...]
    stamp: str
    tags: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    begun: bool = True

    @property
    def title(self) -> str:
        """The agent with its variant and model."""
        return title_of(self.options, self.model)

    @property
    def marks(self) -> tuple[str, ...]:
        """Remarks on where its numbers come from."""
        return self.summary.provenance.marks if self.summary.provenance else ()

    @property
    def waiting(self) -> bool:
        """Whether it has not begun: no error, and no record of an episode."""
        return not self.live and self.summary.error is None and not self.begun

    @property
    def aborted(self) -> bool:
        """Whether it ended by an error, or after it began and before every episode had a result."""
        unfinished = self.summary.error is not None or self.summary.results < self.summary.episodes
        return not self.live and not self.waiting and unfinished

    @property
    def complete(self) -> bool:
        """Whether every episode has a verdict."""
        return not self.summary.without_verdict


@dataclass(frozen=True, slots=True)
class RunGroup:
    """The runs of a study, or all runs outside studies. `missing` runs have not started."""

    title: str
    place: str
    study: bool
    cards: tuple[RunCard, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """All runs, newest first."""

    groups: tuple[RunGroup, ...]
    damage: tuple[Damage, ...]
    cut_short: bool

    @property
    def cards(self) -> list[RunCard]:
        return [card for group in self.groups for card in group.cards]


@dataclass(frozen=True, slots=True)
class _Outline:
    """What is needed to see whether a run changed."""

    stat: tuple[int, int, int]
    episodes: tuple[str, ...]


class RunLibrary:
    """The runs below a folder; with `tags`, those that have them all are listed, outside their studies.

    Thread-safe. Raises UsageError if the folder cannot be read.
    """

    def __init__(self, root: Path, tags: Mapping[str, str] | None = None) -> None:
        self.root = root.resolve()
        self._tags = tags or {}
        self._lock = threading.Lock()
        self._folders: dict[str, Path] = {}
        self._outlines: dict[Path, _Outline] = {}
        self._cards: dict[Path, RunCard] = {}
        find_runs(self.root)

    def overview(self) -> Overview:
        """All runs. Raises UsageError if the folder was removed."""
        folders = find_runs(self.root)
        damage = list(folders.damage)
        with self._lock:
            locks = held_locks()
            cards = {}
            for folder in folders.runs:
                try:
                    card = self._card(folder, locks)
                except UnreadableError as error:
                    damage.append(error.damage)
                else:
                    if self._tags.items() <= card.tags.items():
                        cards[folder] = card
            self._forget(set(folders.runs))
        studies = () if self._tags else folders.studies
        groups = list(_groups(cards, studies, self.root))
        return Overview(tuple(groups), relative_damage(self.root, damage), folders.cut_short)

    def folder(self, name: str) -> Path | None:
        """The folder of a run by its name in addresses. Raises UsageError if the viewed folder was removed."""
        with self._lock:
            known = self._folders.get(name)
            if known is None or not stat_of(RunFolder(known).run_file)[0]:
                self._folders = {self._name(folder): folder for folder in find_runs(self.root).runs}
                known = self._folders.get(name)
            return known

    def card(self, folder: Path) -> RunCard:
        """The run as listed. Raises RecordsError if it cannot be read."""
        with self._lock:
            return self._card(folder, held_locks())

    def _card(self, folder: Path, locks: frozenset[tuple[int, int]]) -> RunCard:
        live = is_at_work(folder, locks)
        outline = self._outline(folder)
        now = stamp_of(folder, outline.episodes, live=live)
        known = self._cards.get(folder)
        if known is None or known.stamp != now:
            place = "" if folder == self.root else folder.relative_to(self.root).as_posix()
            known = _make_card(folder, self._name(folder), place, now, live=live)
            self._cards[folder] = known
        return known

    def _outline(self, folder: Path) -> _Outline:
        stat = stat_of(RunFolder(folder).run_file)
        known = self._outlines.get(folder)
        if known is None or known.stat != stat:
            records = open_records(folder)
            known = _Outline(stat, tuple(str(records.episode(*key).path) for key in records.episodes()))
            self._outlines[folder] = known
        return known

    def _forget(self, present: set[Path]) -> None:
        for gone in self._cards.keys() - present:
            del self._cards[gone]
        for gone in self._outlines.keys() - present:
            del self._outlines[gone]

    def _name(self, folder: Path) -> str:
        return run_name(folder.relative_to(self.root) if folder != self.root else Path(folder.name or "root"))


def _make_card(folder: Path, name: str, place: str, now: str, *, live: bool) -> RunCard:
    records = open_records(folder)
    info = records.info
    damage: list[Damage] = []
    summary = None if live else stored_summary(records, damage)
    if summary is None:
        loaded = load_records(records, rechecks=True, events=False, foreign=True)
        damage += loaded.damage
        summary = StoredSummary.of(loaded.summary(), len(loaded.results))
    return RunCard(
        name=name,
        folder=folder,
        place=place,
        created=info.created,
        options=info.options,
        model=info.agent.model,
        tasks=stamp(sorted((entry.id, entry.hash) for entry in info.tasks)),
        summary=summary,
        live=live,
        damage=relative_damage(folder, damage, place),
        stamp=now,
        tags=info.tags,
        note=info.note,
        begun=any(records.episode(*key).path.exists() for key in records.episodes()),
    )


def _groups(cards: dict[Path, RunCard], studies: tuple[FoundStudy, ...], root: Path) -> Iterator[RunGroup]:
    left = dict(cards)
    groups = []
    for study in studies:
        own = [left.pop(folder) for folder in list(left) if folder.parent == study.folder]
        started = {card.folder.name for card in own}
        place = "" if study.folder == root else study.folder.relative_to(root).as_posix()
        title = study.title or study.folder.name
        missing = tuple(name for name in study.runs if name not in started)
        groups.append(RunGroup(title, place, True, _newest_first(own), missing))
    if left or not groups:
        groups.append(RunGroup("Runs", "", False, _newest_first(list(left.values()))))
    return iter(
        sorted(
            groups, key=lambda group: max((card.created for card in group.cards), default=""), reverse=True
        )
    )


def _newest_first(cards: list[RunCard]) -> tuple[RunCard, ...]:
    return tuple(sorted(cards, key=lambda card: (card.created, card.place), reverse=True))
