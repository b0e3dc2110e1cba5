"""Executes the events of a task during an episode."""

from __future__ import annotations

from dataclasses import asdict

from controller.core.texts import encodable
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.parts.events import TriggeredEventRecord
from controller.parts.events.schedule import EventSchedule, TriggeredEvent


class TaskEvents(EpisodePart):
    """Executes the events that are due before actions and observations. The record has all events of the task."""

    record: tuple[TriggeredEventRecord, ...] | None = None

    def begin(self, episode: PlayedEpisode) -> None:
        """Go on with the events that have been executed, in an episode that was saved."""
        self._episode = episode
        earlier = [TriggeredEvent(one.text, one.step, one.error) for one in self.record or ()]
        self._schedule = EventSchedule(
            episode.task.sections.get("events", ()), episode.guest, episode.cancel, earlier
        )

    def before(self, pending: PendingActions) -> Denials:  # noqa: ARG002
        """Denies nothing."""
        self._fire()
        return ()

    def observing(self) -> None:
        """What has become due is seen in the observation."""
        self._fire()

    def _fire(self) -> None:
        progress = self._episode.progress
        if progress.termination is not None:
            return
        for event in self._schedule.fire_due(progress.steps, self._episode.seconds()):
            self._episode.recorder.event("triggered_event", **asdict(event))
        self.record = (
            tuple(
                TriggeredEventRecord(
                    text=encodable(event.text), step=event.step, error=encodable(event.error)
                )
                for event in self._schedule.all
            )
            or None
        )
