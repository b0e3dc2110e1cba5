"""Statistics of agents' behaviour over several episodes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from controller.metrics.episode_stats import EpisodeStats


@dataclass(frozen=True, slots=True)
class AggregateStats:
    """Statistics of several episodes: sums, means over the episodes, and shares of all tool calls.

    Means and shares are None if there is nothing to divide by; the rates of unknown, not offered and invalid
    calls also if the run has no list of tools. `first_tool_step` is the mean over episodes with a call.
    """

    episodes: int
    calls: int
    gui_steps: int
    tool_steps: int
    terminate_steps: int
    mistake_steps: int
    with_calls: int
    first_tool_step: float | None
    unknown_rate: float | None
    not_offered_rate: float | None
    invalid_rate: float | None
    failed_rate: float | None
    refused_gui_rate: float | None
    failed_gui_rate: float | None
    unusable: int
    searches: int
    model_seconds: float | None
    environment_seconds: float | None
    offered: float | None
    tools: dict[str, int]


def aggregate_stats(episodes: Sequence[EpisodeStats]) -> AggregateStats:
    """Aggregate the statistics of several episodes."""
    calls = sum(item.calls for item in episodes)
    gui = sum(item.gui_steps for item in episodes)
    firsts = [item.first_tool_step for item in episodes if item.first_tool_step is not None]
    tools = Counter[str]()
    for item in episodes:
        tools.update(item.tools)
    return AggregateStats(
        episodes=len(episodes),
        gui_steps=gui,
        calls=calls,
        tool_steps=sum(item.tool_steps for item in episodes),
        terminate_steps=sum(item.terminate_steps for item in episodes),
        mistake_steps=sum(item.mistake_steps for item in episodes),
        with_calls=sum(bool(item.tools) for item in episodes),
        first_tool_step=_mean(firsts),
        unknown_rate=_share([item.unknown for item in episodes], calls),
        not_offered_rate=_share([item.not_offered for item in episodes], calls),
        invalid_rate=_share([item.invalid for item in episodes], calls),
        failed_rate=_share([item.failed for item in episodes], calls),
        refused_gui_rate=_share([item.refused_gui_steps for item in episodes], gui),
        failed_gui_rate=_share([item.failed_gui_steps for item in episodes], gui),
        unusable=sum(item.unusable for item in episodes),
        searches=sum(item.searches for item in episodes),
        model_seconds=_mean([item.model_seconds for item in episodes]),
        environment_seconds=_mean([item.environment_seconds for item in episodes]),
        offered=_mean([item.offered for item in episodes]),
        tools=dict(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
    )


def _share(parts: Sequence[int | None], whole: int) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) / whole if whole and len(known) == len(parts) else None


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
