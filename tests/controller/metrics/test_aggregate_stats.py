"""Statistics of several episodes together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.metrics.aggregate_stats import aggregate_stats
from controller.metrics.episode_stats import EpisodeStats, episode_stats
from tests.controller.metrics.test_episode_stats import CATALOGUE, events


@settings(deadline=None)
@given(st.lists(events, min_size=1, max_size=6))
def test_habits_are_those_of_all_episodes_together(episodes: list[list[dict[str, Any]]]) -> None:
    together = aggregate_stats([episode_stats(one, CATALOGUE) for one in episodes])
    joined = episode_stats([event for one in episodes for event in one], CATALOGUE)
    assert (together.gui_steps, together.tool_steps) == (joined.gui_steps, joined.tool_steps)
    assert together.tools == dict(joined.tools) and together.calls == joined.calls
    if joined.calls:
        assert together.unknown_rate == pytest.approx((joined.unknown or 0) / joined.calls)
        assert together.failed_rate == pytest.approx(joined.failed / joined.calls)
    else:
        assert together.unknown_rate is None and together.failed_rate is None


def test_rates_are_unknown_if_they_are_so_of_an_episode() -> None:
    without_list = episode_stats([], None)
    assert aggregate_stats([without_list, EpisodeStats(tool_steps=1)]).unknown_rate is None
    assert aggregate_stats([EpisodeStats(tool_steps=1)]).unknown_rate == 0.0
    assert aggregate_stats([EpisodeStats()]).unknown_rate is None
