"""Pauses the guest of an episode before each decision and resumes it before it is used."""

from __future__ import annotations

import time
from collections.abc import Sequence

from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.core.pausing import PausableGuest
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.parts.idle import IdleRecord


class PausedGuest(EpisodePart):
    """Pauses a guest that can be paused; of another one it does nothing and has no record."""

    record: IdleRecord | None = None

    def __init__(self, *, reclaim: bool) -> None:
        """`reclaim`: its memory is given back, too."""
        self._reclaim = reclaim
        self._guest: PausableGuest | None = None
        self._paused_at: float | None = None

    def begin(self, episode: PlayedEpisode) -> None:
        """Go on with the record of an episode that was saved."""
        if isinstance(episode.guest, PausableGuest):
            self._guest = episode.guest
            self.record = self.record or IdleRecord()

    def deciding(self, observation: Observation, tools: Sequence[Tool]) -> None:  # noqa: ARG002
        """Pause the guest."""
        if self._guest and self.record:
            self._paused_at = time.monotonic()
            self._guest.pause(reclaim=self._reclaim)
            self.record += IdleRecord(pauses=1)

    def before(self, pending: PendingActions) -> Denials:  # noqa: ARG002
        """Denies nothing."""
        self._resume()
        return ()

    def observing(self) -> None:
        """A person may have acted, or no action was valid."""
        self._resume()

    def _resume(self) -> None:
        if self._guest and self.record and self._paused_at is not None:
            reclaimed = self._guest.resume()
            seconds = time.monotonic() - self._paused_at
            self.record += IdleRecord(seconds=seconds, reclaimed_bytes=reclaimed)
            self._paused_at = None
