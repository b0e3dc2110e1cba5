"""The pages of the server. A page's stamp is derived from the states of its files and changes with its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from controller.core.account import account
from controller.records.questions import OpenQuestion, QuestionFiles, ViewerAnswer
from controller.records.run_folder import TASK_NAME, EpisodeFolder, RunFolder
from controller.records.run_records import RunRecords
from controller.results.viewer.compare_page import compare_page
from controller.results.viewer.episode_file import EpisodeAttempt, open_attempt
from controller.results.viewer.episodes_page import episodes_page
from controller.results.viewer.files import is_inside, is_picture_name
from controller.results.viewer.library import RunCard, RunLibrary
from controller.results.viewer.live import Stat, held_locks, is_at_work, stamp, stat_of
from controller.results.viewer.plugin_pages import plugin_page
from controller.results.viewer.run import read_run
from controller.results.viewer.run_files import open_records
from controller.results.viewer.run_page import run_page
from controller.results.viewer.run_tasks import TaskFilter
from controller.results.viewer.runs_page import runs_page
from controller.results.viewer.tasks_page import group_runs, tasks_page
from controller.results.viewer.video import VideoForm, video_of
from testbed.extension_points import RUN_PAGES


@dataclass(frozen=True, slots=True)
class ViewerPage:
    """A page that `make` renders. It raises RecordsError if a record cannot be read."""

    stamp: str
    make: Callable[[], str]


class ViewerPages:
    """The pages and files of a library; None for those that do not exist.

    All methods raise UsageError if the library's folder was removed, and RecordsError if a run cannot be read.
    """

    def __init__(self, library: RunLibrary) -> None:
        self._library = library

    def has_run(self, name: str) -> bool:
        """Whether there is a run of that name."""
        return self._library.folder(name) is not None

    def runs(self) -> ViewerPage:
        overview = self._library.overview()
        cards = [(card.name, card.stamp) for card in overview.cards]
        groups = [(group.place, group.title, group.missing) for group in overview.groups]
        now = stamp(cards, groups, overview.damage, overview.cut_short)
        return ViewerPage(now, lambda: runs_page(overview, self._library.root.name or "/"))

    def run(self, name: str, task_filter: TaskFilter) -> ViewerPage | None:
        card = self._card(name)
        if card is None:
            return None
        return ViewerPage(stamp(card.stamp, task_filter), lambda: run_page(read_run(card), task_filter))

    def plugin_page(self, run: str, name: str) -> ViewerPage | None:
        card = self._card(run)
        if card is None or name not in RUN_PAGES.names():
            return None
        return ViewerPage(stamp("plugin", card.stamp), lambda: plugin_page(read_run(card), name))

    def comparison(self, first: str, second: str, *, common_only: bool) -> ViewerPage | None:
        a, b = self._card(first), self._card(second)
        if a is None or b is None:
            return None
        now = stamp(a.stamp, b.stamp, common_only)
        return ViewerPage(now, lambda: compare_page(read_run(a), read_run(b), common_only=common_only))

    def tasks(self) -> ViewerPage:
        overview = self._library.overview()
        cards = [(card.name, card.stamp) for card in overview.cards]
        return ViewerPage(stamp("tasks", cards), lambda: tasks_page(overview, group_runs(overview)))

    def episodes(self, first: str, second: str, task: str, epoch: int) -> ViewerPage | None:
        """Two runs' episodes of one task, side by side."""
        attempts, stamps = [], []
        for letter, name in zip("AB", (first, second), strict=True):
            folder = self._library.folder(name)
            attempt = open_attempt(open_records(folder), task, epoch) if folder else None
            if folder is None or attempt is None:
                return None
            live = is_at_work(folder, held_locks())
            stamps.append((live, list(_stats(attempt))))
            attempts.append((attempt, letter, name, live))

        def make() -> str:
            a, b = (attempt.side(letter, name, live=live) for attempt, letter, name, live in attempts)
            return episodes_page((a, b))

        return ViewerPage(stamp("episodes", stamps), make)

    def video(self, name: str, task: str, epoch: int, form: VideoForm) -> bytes | None:
        """An episode played through. Raises UsageError without the program that encodes it."""
        folder = self._library.folder(name)
        attempt = open_attempt(open_records(folder), task, epoch) if folder else None
        return video_of(attempt.view(), form, attempt.title()) if attempt else None

    def episode(self, name: str, task: str, epoch: int, attempt: int) -> ViewerPage | None:
        folder = self._library.folder(name)
        attempt_record = open_attempt(open_records(folder), task, epoch, attempt) if folder else None
        if folder is None or attempt_record is None:
            return None
        live = is_at_work(folder, held_locks())
        return ViewerPage(
            stamp(live, list(_stats(attempt_record))), lambda: attempt_record.page(name, live=live)
        )

    def answer(self, name: str, question: str, choice: str) -> OpenQuestion | None:
        """Answer the open question of a run and return it; None if another one is open, none, or without this choice.

        Raises RecordsError if the answer cannot be written.
        """
        folder = self._library.folder(name)
        if folder is None or not is_at_work(folder, held_locks()):
            return None
        files = QuestionFiles(folder)
        opened = files.question()
        answered = files.answer(ViewerAnswer(id=question, choice=choice, user=account()))
        return opened if answered else None

    def events(self, name: str, task: str, epoch: int, attempt: int) -> Path | None:
        """The events of an attempt."""
        return self._file(name, task, epoch, lambda episode: episode.events_file(attempt))

    def picture(self, name: str, task: str, epoch: int, file: str) -> Path | None:
        if not is_picture_name(file):
            return None
        return self._file(name, task, epoch, lambda episode: episode.screens / file)

    def _file(self, name: str, task: str, epoch: int, file: Callable[[EpisodeFolder], Path]) -> Path | None:
        folder = self._library.folder(name)
        if folder is None or not TASK_NAME.fullmatch(task):
            return None
        path = file(RunFolder(folder).episode(task, epoch))
        return path if path.is_file() and is_inside(path, folder) else None

    def _card(self, name: str) -> RunCard | None:
        folder = self._library.folder(name)
        return self._library.card(folder) if folder else None


def _stats(attempt: EpisodeAttempt) -> Iterator[Stat | bool]:
    records: RunRecords = attempt.records
    episode = records.episode(attempt.task.id, attempt.epoch)
    for path in (episode.path, episode.result_file, episode.recheck_file, episode.attempts_folder):
        yield stat_of(path)
    yield stat_of(episode.events_file(attempt.attempt))
    yield stat_of(records.paths.run_file)
    yield stat_of(records.paths.question_file)
    for key in records.episodes():  # the page links its neighbours that have started
        yield stat_of(records.episode(*key).events_file())[0] > 0
