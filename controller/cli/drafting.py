"""Options and output that `testbed tools generate` and `testbed tasks synthesize` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.core.plain_text import plain_text
from controller.models.completion import ModelSettings
from controller.models.settings import parse_base_url
from controller.synthesis.asking import MAX_TOKENS
from controller.synthesis.stages import StageFolder

Model = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="M",
        help="Model that writes: any of an OpenAI-compatible API, or a claude-... model.",
    ),
]
BaseUrl = Annotated[
    str,
    typer.Option(
        "--base-url", metavar="URL", help="Address of its API; default: the vendor's.", show_default=False
    ),
]
Answers = Annotated[
    int,
    typer.Option(
        "--answers", metavar="N", min=1, help="Answers to one question, the bad ones included, at most."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Folder of stages and drafts, also to go on with; default: below runs/.",
        show_default=False,
    ),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        "--replay",
        metavar="DIR",
        help="Use the responses recorded in this folder instead of the model's.",
        show_default=False,
    ),
]


def settings(model: str, base_url: str) -> ModelSettings:
    """Return the settings of the model that writes. Raises UsageError."""
    return ModelSettings(model, parse_base_url(base_url), max_tokens=MAX_TOKENS)


def reporter(name: str) -> Callable[[str], None]:
    """Return what prints lines about a draft."""

    def report(line: str) -> None:
        common.err.print(plain_text(f"{name}: {line}"), markup=False, soft_wrap=True)

    return report


def print_end(line: str, stages: StageFolder) -> None:
    """Print the last line: what was made, what the model used, and where it is."""
    spent = stages.exchange_totals()
    tokens = sum(used.input_tokens + used.output_tokens for used in spent.usage.values())
    mock = ", answered by a mock model" if spent.mock else ""
    common.out.print(
        f"{line}; {spent.calls} requests, {tokens} tokens{mock}; {stages.folder}",
        markup=False,
        soft_wrap=True,
    )
