"""What several commands share: consoles, options, the provider's lifetime."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from controller.cli.display import STYLES, Style, default_style
from controller.guests import registry as providers
from controller.guests.provider import Provider
from controller.records.event_lines import Damage
from controller.tasks.selection import Selection
from testbed.errors import UsageError

MOST_DAMAGE = 20
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Suite = Annotated[str, typer.Option("--suite", metavar="S", help="Tasks of this suite.")]
TaskGlobs = Annotated[
    list[str] | None, typer.Option("--task", metavar="GLOB", help="Tasks whose id matches; may be repeated.")
]
Domains = Annotated[
    list[str] | None, typer.Option("--domain", metavar="D", help="Tasks of this domain; may be repeated.")
]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="The first N of the tasks selected.")
]
ProviderName = Annotated[
    str,
    typer.Option(
        "--provider",
        metavar="P",
        help="What runs the guests: "
        + ", ".join(providers.usages())
        + "; by default libvirt where KVM works, else nspawn.",
    ),
]
ToolBudget = Annotated[
    str,
    typer.Option(
        "--tool-budget",
        metavar="N|Nt",
        help="Tools shown at most (25), or with t tokens of their definitions (4000t).",
        show_default=False,
    ),
]
Embeddings = Annotated[
    str,
    typer.Option(
        "--embeddings",
        metavar="MODEL",
        help="Name or folder of a sentence-transformers model with which rag also goes by meaning.",
        show_default=False,
    ),
]
Guests = Annotated[int, typer.Option("--guests", metavar="N", min=1, help="Guests at work at the same time.")]
Display = Annotated[
    str, typer.Option("--display", help="rich, plain or none; by default rich on a terminal, else plain.")
]


def selection(suite: str, globs: list[str] | None, domains: list[str] | None, limit: int | None) -> Selection:
    """The tasks these options select."""
    return Selection(suite, tuple(globs or ()), tuple(domains or ()), limit)


def display_style(name: str) -> Style:
    """Raises UsageError for an unknown style."""
    if not name:
        return default_style(out)
    for style in STYLES:
        if name == style:
            return style
    raise UsageError(f"there is no display {name!r}", hint=f"use {', '.join(STYLES)}")


@contextmanager
def provider_named(name: str) -> Iterator[Provider]:
    """The provider of that name, all its guests stopped at the end. Raises UsageError, ImageError."""
    provider = providers.create_provider(name)
    try:
        yield provider
    finally:
        provider.close()


def warn_of_damage(damage: Sequence[Damage]) -> None:
    """Say on stderr what of a run's records cannot be read."""
    for item in damage[:MOST_DAMAGE]:
        err.print(f"warning: {item}", markup=False, soft_wrap=True)
    if len(damage) > MOST_DAMAGE:
        err.print(f"warning: {len(damage) - MOST_DAMAGE} more places cannot be read", soft_wrap=True)
    if damage:
        err.print(
            "the rest is counted; an episode without a readable result counts as cancelled", soft_wrap=True
        )
