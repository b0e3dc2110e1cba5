"""Waiting for a guest, its boot, the set-up and the episode are separate durations."""

from __future__ import annotations

import pytest

from controller.episode.bounds import EpisodeProgress
from controller.runs.attempt_clock import AttemptClock


class Clock:
    """A clock that tests set."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    fake = Clock()
    monkeypatch.setattr("controller.runs.attempt_clock.time", fake)
    return fake


@pytest.mark.parametrize(
    ("boot", "waits", "whole"),
    [
        ((80.0, 90.0), {"wait": 15.0, "boot": 0.0}, 10.0),  # booted ahead of the attempt
        ((95.0, 110.0), {"wait": 5.0, "boot": 10.0}, 15.0),  # booting when the attempt began
        ((103.0, 115.0), {"wait": 3.0, "boot": 12.0}, 12.0),  # began later, when a place became free
    ],
)
def test_the_parts_add_up(
    clock: Clock, boot: tuple[float, float], waits: dict[str, float], whole: float
) -> None:
    attempt = AttemptClock()
    clock.now = 115.0
    assert attempt.guest_taken(*boot) == whole
    clock.now = 116.0
    attempt.mark_prepared()
    clock.now = 120.0
    attempt.stop()
    progress = EpisodeProgress(timings={"set_up": 2.0, "play": 1.5, "judge": 0.5})
    assert attempt.timings(progress) == {**waits, "set_up": 3.0, "play": 1.5, "judge": 0.5}
    assert attempt.seconds == 5.0


def test_without_a_guest_all_time_is_waiting(clock: Clock) -> None:
    attempt = AttemptClock()
    clock.now = 130.0
    attempt.stop()
    assert attempt.seconds == 0.0
    assert attempt.timings(EpisodeProgress()) == {"wait": 30.0}


def test_a_guest_that_fails_before_the_set_up_counts_as_set_up(clock: Clock) -> None:
    attempt = AttemptClock()
    attempt.guest_taken(90.0, 95.0)
    clock.now = 104.0
    attempt.stop()
    assert attempt.timings(EpisodeProgress()) == {"wait": 0.0, "boot": 0.0, "set_up": 4.0}
    assert attempt.seconds == 4.0
