"""An attempt of an episode, found by its address, and its page."""

from __future__ import annotations

from dataclasses import dataclass

from controller.metrics.run_loader import outside_of
from controller.records.event_lines import Damage
from controller.records.questions import QuestionFiles
from controller.records.run_info import TaskEntry
from controller.records.run_records import RunRecords
from controller.results.viewer.episode import EpisodeView, read_episode
from controller.results.viewer.episode_page import Nav, episode_page
from controller.results.viewer.episodes_page import EpisodeSide
from controller.results.viewer.library import title_of
from controller.results.viewer.links import ATTEMPT_DEPTH, EPISODE_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS, LIVE_SECONDS
from controller.results.viewer.run_files import UnreadableError


@dataclass(frozen=True, slots=True)
class EpisodeAttempt:
    """An attempt with a record; `attempt` is 0 for the last one."""

    records: RunRecords
    task: TaskEntry
    epoch: int
    attempt: int

    def view(self) -> EpisodeView:
        """Its data. Raises UnreadableError."""
        folder = self.records.episode(self.task.id, self.epoch)
        odd = next(outside_of(self.records.folder, folder), None)
        if odd is not None:
            raise UnreadableError(Damage(str(odd), 0, "leads out of the run's folder"))
        view = read_episode(self.records, self.task, self.epoch, self.attempt)
        if view is None:
            raise UnreadableError(Damage(str(folder.path), 0, "was removed"))
        return view

    def title(self) -> str:
        """The run's agent with its model."""
        info = self.records.info
        return title_of(info.options, info.agent.model)

    def side(self, letter: str, run: str, *, live: bool = False) -> EpisodeSide:
        """One side of a page of two episodes; `run` is the run's name in addresses. Raises UnreadableError."""
        view = self.view()
        title = f"{self.title()} ({self.records.folder.name})"
        return EpisodeSide(letter, run, title, view, running=live and view.result is None)

    def page(self, run: str, *, live: bool = False, static: bool = False) -> str:
        """Its page; `run` is the run's name in addresses. Raises UnreadableError."""
        view = self.view()
        links = Links(ATTEMPT_DEPTH if self.attempt else EPISODE_DEPTH, static)
        at_work = live and not self.attempt and view.result is None
        every = 0 if static else LIVE_SECONDS if at_work else IDLE_SECONDS
        question = QuestionFiles(self.records.folder).question() if at_work and not static else None
        own = question if question and (question.task, question.epoch) == (self.task.id, self.epoch) else None
        folder = None if static else self.records.folder
        nav = Nav(run, self.title(), running=at_work, question=own, folder=folder)
        return episode_page(view, nav, links, live=every)


def open_attempt(records: RunRecords, task: str, epoch: int, attempt: int = 0) -> EpisodeAttempt | None:
    """The attempt; None if the run has no such episode, or no record of it."""
    entry = next((entry for entry in records.info.tasks if entry.id == task), None)
    if entry is None or not 1 <= epoch <= records.info.options.epochs:
        return None
    recorded = records.episode(task, epoch).events_file(attempt).is_file()
    return EpisodeAttempt(records, entry, epoch, attempt) if recorded else None
