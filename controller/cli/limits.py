"""The options of `run` and `resume` that limit time, tokens and money."""

from __future__ import annotations

from typing import Annotated

import typer

EpisodeSeconds = Annotated[
    float | None, typer.Option(metavar="S", min=1, help="Time limit of an episode; 3600 by default.")
]
CallSeconds = Annotated[
    float | None,
    typer.Option(metavar="S", min=1, help="Time limit of one decision of the agent; 300 by default."),
]
ToolSeconds = Annotated[
    float | None,
    typer.Option(
        metavar="S", min=0, help="Time limit of one tool call; by default as long as the tool allows itself."
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="Stop the run when it has taken so many tokens; 0: no limit."),
]
MaxCost = Annotated[
    float | None,
    typer.Option(metavar="USD", min=0, help="Stop the run when it has cost so much; 0: no limit."),
]
Concurrency = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="Requests under way at a model API at once; 0: no limit."),
]


def given(
    episode_seconds: float | None,
    call_seconds: float | None,
    tool_seconds: float | None,
    max_tokens: int | None,
    max_cost: float | None,
    concurrency: int | None,
) -> dict[str, float]:
    """The limits that were given, by the name that a run's options have for them."""
    limits = {
        "episode_seconds": episode_seconds,
        "call_seconds": call_seconds,
        "tool_seconds": tool_seconds,
        "max_tokens": max_tokens,
        "max_cost": max_cost,
        "concurrency": concurrency,
    }
    return {name: value for name, value in limits.items() if value is not None}
