"""The decision alone: times and changed tiles in, a moment out."""

from __future__ import annotations

import numpy as np
import pytest

from mcp_tools.computer.settling import (
    BUSY_SECONDS,
    FEEDBACK_SECONDS,
    HOVER_SECONDS,
    LATE_FEEDBACK_SECONDS,
    LATE_QUIET_SECONDS,
    QUIET_SECONDS,
    REACTION_SECONDS,
    SettleDetector,
)
from mcp_tools.computer.tiles import Tiles

SHAPE = (45, 80)
FRAME_SECONDS = 0.04


def area(rows: slice, columns: slice) -> Tiles:
    tiles = np.zeros(SHAPE, bool)
    tiles[rows, columns] = True
    return tiles


VIDEO = area(slice(10, 30), slice(20, 50))
BUTTON = area(slice(5, 6), slice(70, 73))
CURSOR = area(slice(40, 42), slice(3, 4))
SPINNER = area(slice(1, 3), slice(8, 10))
BAR = area(slice(3, 4), slice(0, 80))


@pytest.fixture
def detector() -> SettleDetector:
    """A detector whose screen was settled at 1 s."""
    detector = SettleDetector(SHAPE, 0.0)
    assert detector.confirm(1.0, 1.0)
    return detector


def move(
    detector: SettleDetector, tiles: Tiles, start: float, end: float, every: float = FRAME_SECONDS
) -> float:
    """Let tiles change regularly until the screen counts as quiet or `end`; return the last moment."""
    now = start
    while now < end and now < detector.due():
        detector.change(now, tiles)
        now += every
    return now


def test_an_action_without_effect_has_its_time(detector: SettleDetector) -> None:
    detector.act(2.0)
    assert detector.due() == 2.0 + REACTION_SECONDS


def test_an_effect_may_follow_the_first_change(detector: SettleDetector) -> None:
    detector.act(2.0)
    detector.change(2.1, BUTTON)
    assert detector.due() == pytest.approx(2.0 + FEEDBACK_SECONDS)
    detector.change(2.35, VIDEO)
    assert detector.due() == pytest.approx(2.35 + QUIET_SECONDS)


def test_libreoffice_may_take_longer_to_follow(detector: SettleDetector) -> None:
    detector.allow_feedback(LATE_FEEDBACK_SECONDS)
    detector.act(2.0)
    assert detector.due() == 2.0 + LATE_FEEDBACK_SECONDS
    detector.change(2.1, BUTTON)
    assert detector.due() == 2.0 + LATE_FEEDBACK_SECONDS
    detector.change(2.6, BUTTON)
    assert detector.due() == pytest.approx(2.6 + LATE_QUIET_SECONDS)


def test_a_tool_call_in_libreoffice_waits_no_longer(detector: SettleDetector) -> None:
    detector.allow_feedback(LATE_FEEDBACK_SECONDS)
    detector.expect_changes(2.0)
    detector.change(2.1, BUTTON)
    assert detector.due() == pytest.approx(2.1 + QUIET_SECONDS)


def test_each_further_change_of_the_effect_prolongs_it(detector: SettleDetector) -> None:
    detector.act(2.0)
    assert move(detector, BUTTON, 2.1, 2.6) == pytest.approx(2.6, abs=FRAME_SECONDS)
    assert detector.due() > 2.6 + QUIET_SECONDS - 2 * FRAME_SECONDS


def test_a_change_of_the_windows_is_awaited_like_an_action(detector: SettleDetector) -> None:
    detector.act(2.0)
    detector.change(2.1, BUTTON)
    detector.change_windows(2.2)
    assert detector.due() == 2.2 + REACTION_SECONDS


def test_a_video_that_played_before_is_no_effect(detector: SettleDetector) -> None:
    for frame in range(50):
        detector.change(1.0 + frame * FRAME_SECONDS, VIDEO)
    detector.act(3.0)
    for now in (3.01, 3.05, 3.09):
        detector.change(now, VIDEO)
    assert detector.due() == 3.0 + REACTION_SECONDS
    detector.change(3.33, VIDEO | BUTTON)
    detector.change(3.37, VIDEO)
    assert detector.due() == pytest.approx(3.33 + QUIET_SECONDS)


def test_a_blinking_cursor_is_no_effect(detector: SettleDetector) -> None:
    for now in (1.5, 2.1, 2.7, 3.3):
        detector.change(now, CURSOR)
    detector.act(3.8)
    detector.change(3.9, CURSOR)
    assert detector.due() == 3.8 + REACTION_SECONDS


def test_one_change_before_the_action_is_not_background(detector: SettleDetector) -> None:
    detector.change(1.5, BUTTON)
    detector.act(2.0)
    detector.change(2.3, BUTTON)
    assert detector.due() == pytest.approx(2.3 + QUIET_SECONDS)


def test_the_effect_of_an_action_is_not_background_of_the_next(detector: SettleDetector) -> None:
    detector.act(2.0)
    for now in (2.05, 2.1, 2.15, 2.2):
        detector.change(now, BUTTON)
    detector.act(2.4)
    detector.change(2.7, BUTTON)
    assert detector.due() == pytest.approx(2.7 + QUIET_SECONDS)


def test_what_tools_change_is_not_background(detector: SettleDetector) -> None:
    for now in (1.5, 1.7, 1.9):
        detector.expect_changes(now - 0.1)
        detector.change(now, BUTTON)
    detector.act(2.5)
    detector.change(2.8, BUTTON)
    assert detector.due() == pytest.approx(2.8 + QUIET_SECONDS)


def test_a_tool_call_beside_a_video_needs_no_wait(detector: SettleDetector) -> None:
    for frame in range(50):
        detector.change(1.0 + frame * FRAME_SECONDS, VIDEO)
    detector.expect_changes(3.0)
    detector.change(3.02, VIDEO)
    assert detector.due() < 3.0


def test_a_video_that_starts_settles_within_a_second(detector: SettleDetector) -> None:
    detector.act(2.0)
    assert 2.3 < move(detector, VIDEO, 2.1, 9.0) < 3.0


def test_that_video_is_background_of_the_next_action(detector: SettleDetector) -> None:
    detector.act(2.0)
    settled = move(detector, VIDEO, 2.1, 9.0)
    detector.change(settled, VIDEO)
    assert detector.confirm(settled + 0.01, settled + 0.02)
    detector.act(settled + 0.05)
    detector.change(settled + 0.08, VIDEO)
    assert detector.due() == pytest.approx(settled + 0.05 + REACTION_SECONDS)


def test_a_window_that_opens_over_a_video_is_awaited(detector: SettleDetector) -> None:
    for frame in range(50):
        detector.change(1.0 + frame * FRAME_SECONDS, VIDEO)
    detector.act(3.0)
    detector.change_windows(3.1)
    detector.change(3.45, VIDEO)
    assert detector.due() == pytest.approx(3.45 + QUIET_SECONDS)


@pytest.mark.parametrize("indicator", [SPINNER, BAR])
def test_what_indicates_work_is_awaited(detector: SettleDetector, indicator: Tiles) -> None:
    detector.act(2.0)
    assert move(detector, indicator, 2.1, 4.5) >= 4.5


def test_a_motion_that_ends_is_awaited(detector: SettleDetector) -> None:
    detector.act(2.0)
    end = move(detector, VIDEO, 2.1, 2.45)
    detector.change(end, VIDEO | BUTTON)
    assert detector.due() == pytest.approx(end + QUIET_SECONDS)


def test_a_tooltip_may_follow_a_highlight(detector: SettleDetector) -> None:
    detector.act(2.0, hover=True)
    detector.change(2.05, BUTTON)
    assert detector.due() == 2.0 + HOVER_SECONDS


def test_a_busy_application_is_awaited(detector: SettleDetector) -> None:
    detector.act(2.0)
    detector.change(2.1, BUTTON)
    asked = detector.due()
    assert not detector.confirm(asked, asked + 2 * BUSY_SECONDS)
    assert detector.due() == pytest.approx(asked + 2 * BUSY_SECONDS + QUIET_SECONDS)


def test_an_application_that_paints_a_video_may_answer_late(detector: SettleDetector) -> None:
    for frame in range(50):
        detector.change(1.0 + frame * FRAME_SECONDS, VIDEO)
    detector.act(3.0)
    detector.change(3.4, VIDEO)
    asked = detector.due()
    assert detector.confirm(asked, asked + 2 * BUSY_SECONDS)


def test_a_change_during_the_question_is_awaited(detector: SettleDetector) -> None:
    detector.act(2.0)
    detector.change(2.1, BUTTON)
    asked = detector.due()
    detector.change(asked + 0.001, BUTTON)
    assert not detector.confirm(asked, asked + 0.002)
    assert detector.due() > asked + QUIET_SECONDS
