"""The durations of an attempt at an episode."""

from __future__ import annotations

import time

from controller.episode.bounds import EpisodeProgress


class AttemptClock:
    """Measures an attempt: waiting for a guest to become free, for its boot, and the episode itself."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._taken: float | None = None
        self._ended = self._began
        self._preparation: float | None = None
        self.waits: dict[str, float] = {}

    @property
    def seconds(self) -> float:
        """From the beginning of the set-up to the end; 0 without a guest."""
        return 0.0 if self._taken is None else round(self._ended - self._taken, 3)

    def guest_taken(self, boot_began: float, boot_ended: float) -> float:
        """Note that a guest with this boot was taken, which begins the set-up.

        Returns:
            The seconds of the whole boot, which may have begun before the attempt.
        """
        self._taken = time.monotonic()
        boot = max(0.0, boot_ended - max(boot_began, self._began))
        wait = self._taken - self._began - boot
        self.waits = {"wait": round(wait, 4), "boot": round(boot, 4)}
        return round(boot_ended - boot_began, 4)

    def mark_prepared(self) -> None:
        """Note that the guest is connected and the agent created, which is part of the set-up."""
        assert self._taken is not None
        self._preparation = time.monotonic() - self._taken

    def stop(self) -> None:
        """Note the end of the episode. Without a guest, all the time was spent waiting."""
        self._ended = time.monotonic()
        if self._taken is None:
            self.waits = {"wait": round(self._ended - self._began, 4)}
        elif self._preparation is None:
            self._preparation = self._ended - self._taken

    def timings(self, progress: EpisodeProgress) -> dict[str, float]:
        """All durations of the attempt, in seconds."""
        if self._preparation is None:
            return dict(self.waits)
        set_up = round(self._preparation + progress.timings.get("set_up", 0.0), 4)
        return {**self.waits, **progress.timings, "set_up": set_up}
