"""The events of a task: what happens in the guest while the agent works."""

from __future__ import annotations

from dataclasses import asdict

from controller.episode.event_schedule import EventSchedule
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode


class TaskEvents(EpisodePart):
    """Executes the events that are due before actions and observations; records them."""

    def begin(self, episode: PlayedEpisode) -> None:
        """Go on with the events that have been executed, in an episode that was saved."""
        self._episode = episode
        earlier = episode.progress.triggered_events
        self._schedule = EventSchedule(episode.task.events, episode.guest, episode.cancel, earlier)

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
        progress.triggered_events = self._schedule.all
