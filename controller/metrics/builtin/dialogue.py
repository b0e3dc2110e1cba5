"""Length of the dialogue: rounds (MCP-Bench); messages (LiveMCPBench's Steps), overall and by level.

A message is one of Chat Completions: the system prompt, the instruction, each answer of the model, each result. Table 3
of LiveMCPBench (arXiv 2508.01780) has 20.09 Steps for Claude-Sonnet-4, the mean number of messages of the release's 95
trajectories (1,909). Imported they have 20.08: one message is the runner's own, about a request that failed. MCPVerse
(arXiv 2508.16260, table 4) gives the length of dialogues by level and mode; modes are runs here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec
from controller.tasks.task_info import Level


def _mean(outcomes: Sequence[EpisodeOutcome]) -> float:
    return math.fsum(outcome.stats.messages for outcome in outcomes if outcome.stats) / len(outcomes)


def _mean_rounds(outcomes: Sequence[EpisodeOutcome]) -> float:
    return math.fsum(outcome.stats.rounds for outcome in outcomes if outcome.stats) / len(outcomes)


def _counted(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None


def _has_dialogue(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None and outcome.stats.messages > 0


def _of_level(level: Level) -> Callable[[EpisodeOutcome], bool]:
    return lambda outcome: outcome.level == level and _has_dialogue(outcome)


def _messages(level: Level | None = None) -> MetricSpec:
    over = "episodes with a decision" if level is None else f"such episodes of tasks of level {level}"
    return MetricSpec(
        key="messages" if level is None else f"messages_{level.lower()}",
        label="messages" if level is None else f"messages {level}",
        definition="mean number of messages of the dialogue: system prompt, instruction, the model's answers and the "
        f"results, over the {over}",
        compute=_mean,
        better="lower",
        over=_has_dialogue if level is None else _of_level(level),
        headline=False,
        sparse=True,
        needs_tools=True,
        needs_events=True,
        episode_column="" if level is None else None,
    )


ROUNDS = MetricSpec(
    key="rounds",
    label="rounds",
    definition="mean number of the agent's decisions that do more than to end the episode",
    compute=_mean_rounds,
    better="lower",
    over=_counted,
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
MESSAGES = _messages()
MESSAGES_L1 = _messages("L1")
MESSAGES_L2 = _messages("L2")
MESSAGES_L3 = _messages("L3")
DIALOGUE = (ROUNDS, MESSAGES, MESSAGES_L1, MESSAGES_L2, MESSAGES_L3)
