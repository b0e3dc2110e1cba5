"""The options of `run` and `resume` that limit time, tokens and cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli.panels import LIMITS

EpisodeSeconds = Annotated[
    float | None,
    typer.Option(metavar="S", min=1, help="Time limit of an episode; default: 3600.", rich_help_panel=LIMITS),
]
CallSeconds = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=1,
        help="Time limit of one decision of the agent; default: 300.",
        rich_help_panel=LIMITS,
    ),
]
ToolSeconds = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=0,
        help="Time limit of one tool call; default: the tool's own limit.",
        rich_help_panel=LIMITS,
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=0, help="Stop the run after this many tokens; 0: no limit.", rich_help_panel=LIMITS
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        metavar="USD",
        min=0,
        help="Stop the run when its cost reaches this amount; 0: no limit.",
        rich_help_panel=LIMITS,
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="Maximum number of concurrent requests to a model API; 0: no limit.",
        rich_help_panel=LIMITS,
    ),
]

Prices = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Price list that adds or replaces prices of models (TOML).",
        rich_help_panel=LIMITS,
    ),
]


def collect_limits(
    episode_seconds: float | None,
    call_seconds: float | None,
    tool_seconds: float | None,
    max_tokens: int | None,
    max_cost: float | None,
    concurrency: int | None,
) -> dict[str, float]:
    """Return the limits that are set, by their names in the run's options."""
    limits = {
        "episode_seconds": episode_seconds,
        "call_seconds": call_seconds,
        "tool_seconds": tool_seconds,
        "max_tokens": max_tokens,
        "max_cost": max_cost,
        "concurrency": concurrency,
    }
    return {name: value for name, value in limits.items() if value is not None}
